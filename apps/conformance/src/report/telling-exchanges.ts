/** Selects those exchanges of a run that show its breach, with their controls. */
import type { Contradiction } from '../engine/judgement.ts';
import type { Exchange } from '../records/exchange.ts';

const mostTelling = 8;

/** An exchange, and how often it came with the same answer. */
export interface ToldExchange {
  readonly exchange: Exchange;
  readonly times: number;
}

/** What is shown of a breach. */
export interface TellingExchanges {
  /** Those that show it. */
  readonly telling: readonly ToldExchange[];
  /** The same between the control before the first and the one after the last. */
  readonly withControls: readonly ToldExchange[];
}

/**
 * Those exchanges of a run that show its breach, in the order in which they were sent: those that the words of the
 * breach name by operation, caller, uuid or mark; if they name none, all from the first change on. Equal exchanges are
 * shown once.
 */
export function tellingExchanges(breach: Contradiction, exchanges: readonly Exchange[]): TellingExchanges {
  const telling = tellingOf(breach, exchanges);
  const before = exchanges
    .slice(
      0,
      exchanges.findIndex((one) => one === telling[0]),
    )
    .findLast(isControl);
  const after = exchanges.slice(exchanges.findIndex((one) => one === telling.at(-1)) + 1).find(isControl);
  return {
    telling: once(telling),
    withControls: once([before, ...telling, after].filter((exchange) => exchange !== undefined)),
  };
}

function tellingOf(breach: Contradiction, exchanges: readonly Exchange[]): readonly Exchange[] {
  const subjects = exchanges.filter(({ role }) => role === 'subject');
  const named = namedIn(breach, subjects);
  if (named.length > 0) return withItsChanges(named, subjects);
  const marked = breach.shownBy === undefined ? [] : namedIn(breach, exchanges);
  if (marked.length > 0) return marked.slice(0, mostTelling);
  const fromFirst = subjects.slice(Math.max(0, subjects.findIndex(isChange)));
  if (fromFirst.length === 0) return exchanges.slice(-1);
  if (once(fromFirst).length <= mostTelling) return fromFirst;
  return subjects.slice(subjects.findLastIndex(isChange)).slice(0, mostTelling);
}

/** The first of those that are named; if a read comes last, together with the changes made before it. */
function withItsChanges(named: readonly Exchange[], subjects: readonly Exchange[]): readonly Exchange[] {
  const told = once(named).slice(0, mostTelling);
  const telling = named.filter((one) => told.some(({ exchange }) => isEqual(exchange, one)));
  const last = telling.at(-1);
  if (last === undefined || isChange(last)) return telling;
  const before = subjects.slice(0, subjects.indexOf(last));
  const since = before
    .slice(
      Math.max(
        0,
        before.findIndex((one) => one === telling[0]),
      ),
    )
    .filter(isChange);
  const changes = since.length === 0 ? before.filter(isChange).slice(-1) : since.slice(-mostTelling);
  const kept = telling.slice(Math.max(0, telling.findIndex(isChange)));
  return subjects.filter((one) => changes.includes(one) || kept.includes(one));
}

/** The exchanges that match everything the words of a breach name; if they name a status, those answered with it. */
function namedIn(breach: Contradiction, subjects: readonly Exchange[]): readonly Exchange[] {
  const words = `${breach.expected}\n${breach.actual}`;
  const operations = [...words.matchAll(/`([A-Z]+) (\/[^`\s?]*)`/g)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  const callers = new Set(
    subjects.map(({ caller }) => caller).filter((caller) => words.includes(` with ${caller} `)),
  );
  const marks = breach.shownBy ?? words.match(uuids) ?? [];
  if (operations.length + callers.size + marks.length === 0) return [];
  const fitting = subjects.filter(
    (one) =>
      (operations.length === 0 || operations.includes(operationOf(one))) &&
      (callers.size === 0 || callers.has(one.caller)) &&
      (marks.length === 0 || marks.some((mark) => holds(one, mark, breach.shownBy !== undefined))),
  );
  const status = /\b(?:answered|with) (\d{3})\b/.exec(breach.actual)?.[1];
  const answeredSo = fitting.filter(({ answer }) => String(answer?.status) === status);
  return operations.length > 0 && answeredSo.length > 0 ? answeredSo : fitting;
}

const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** The operation of a request: `GET /flows/api/sender-profiles/{uuid}`. What precedes its path is the base address. */
function operationOf({ request }: Exchange): string {
  const { pathname } = new URL(request.url);
  const path = /\/(?:id|integrations|flows)\/api\/.*$/.exec(pathname)?.[0] ?? pathname;
  return `${request.method} ${path.replace(/(?<=\/(?:webhooks|sender-profiles)\/)(?!test$)[^/]+$/, '{uuid}')}`;
}

function holds({ request, answer }: Exchange, mark: string, isInAnswers: boolean): boolean {
  const written = JSON.stringify(mark).slice(1, -1);
  return (
    request.url.includes(mark) ||
    (request.body ?? '').includes(written) ||
    (isInAnswers && (answer?.text ?? '').includes(written))
  );
}

/** Equal exchanges once: reads with no change in between, changes with no other request in between. */
function once(exchanges: readonly Exchange[]): readonly ToldExchange[] {
  const told: { exchange: Exchange; times: number }[] = [];
  for (const exchange of exchanges) {
    const since = isChange(exchange) ? -1 : told.findLastIndex((one) => isChange(one.exchange)) + 1;
    const same = told.slice(since).find((one) => isEqual(one.exchange, exchange));
    if (same === undefined) told.push({ exchange, times: 1 });
    else same.times += 1;
  }
  return told;
}

function isEqual(one: Exchange, other: Exchange): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ role, request, authorization, answer, failure }: Exchange): string {
  const { method, url, body } = request;
  return JSON.stringify([role, method, url, body, authorization, answer?.status, answer?.text, failure]);
}

function isChange({ request }: Exchange): boolean {
  return request.method !== 'GET';
}

function isControl({ role }: Exchange): boolean {
  return role === 'control';
}
