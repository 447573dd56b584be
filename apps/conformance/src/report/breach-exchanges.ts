/** Selects those exchanges of a run that show its breach, with their controls. */
import type { Contradiction } from '../rules/breaches/breach-values.ts';
import type { Exchange } from '@outreach-api/model/records/exchange';
import { isSelective, showing } from '@outreach-api/model/records/showing-exchanges';

const mostShown = 8;

/** An exchange, and how often it came with the same answer. */
export interface ShownExchange {
  readonly exchange: Exchange;
  /** Its purpose as far as this breach is concerned: what shows one rule broken may be a control for another. */
  readonly role: Exchange['role'];
  readonly times: number;
  /** When each arrived: see {@link Exchange.arrivedAfterMs}. */
  readonly arrivedAfterMs: readonly number[];
}

/** What is shown of a breach. */
export interface BreachExchanges {
  /** Those that show it. */
  readonly shown: readonly ShownExchange[];
  /** The same between the control before the first and the one after the last. */
  readonly withControls: readonly ShownExchange[];
}

/**
 * Those exchanges of a run that show its breach, in the order in which they were sent; if the breach does not say which,
 * all from the first change on. Equal exchanges are shown once.
 */
export function breachExchanges(breach: Contradiction, exchanges: readonly Exchange[]): BreachExchanges {
  const found = exchangesOf(breach, exchanges);
  const before = exchanges
    .slice(
      0,
      exchanges.findIndex((one) => one === found[0]),
    )
    .findLast(isControl);
  const after = exchanges.slice(exchanges.findIndex((one) => one === found.at(-1)) + 1).find(isControl);
  const shown = once(found).map((one) => ({ ...one, role: 'subject' as const }));
  const isAlike = before !== undefined && after !== undefined && isEqual(before, after);
  const leading = [before, ...(isAlike ? [after] : [])].filter((one) => one !== undefined);
  const trailing = [isAlike ? undefined : after].filter((one) => one !== undefined);
  return { shown, withControls: [...once(leading), ...shown, ...once(trailing)] };
}

function exchangesOf(breach: Contradiction, exchanges: readonly Exchange[]): readonly Exchange[] {
  const subjects = exchanges.filter(({ role }) => role === 'subject');
  const { shownBy = {} } = breach;
  if (isSelective(shownBy)) {
    const shown = showing(shownBy, subjects);
    if (shown.length > 0) return withItsChanges(shown, subjects);
    // What one experiment sends as a control may be what breaks another rule.
    const controls = showing(shownBy, exchanges);
    if (controls.length > 0) return controls.slice(0, mostShown);
  }
  const fromFirst = subjects.slice(Math.max(0, subjects.findIndex(isChange)));
  if (fromFirst.length === 0) return exchanges.slice(-1);
  if (once(fromFirst).length <= mostShown) return fromFirst;
  return subjects.slice(subjects.findLastIndex(isChange)).slice(0, mostShown);
}

/** The first of those that are named; if a read comes last, together with the changes made before it. */
function withItsChanges(named: readonly Exchange[], subjects: readonly Exchange[]): readonly Exchange[] {
  const shown = once(named).slice(0, mostShown);
  const found = named.filter((one) => shown.some(({ exchange }) => isEqual(exchange, one)));
  const last = found.at(-1);
  if (last === undefined || isChange(last)) return found;
  const before = subjects.slice(0, subjects.indexOf(last));
  const since = before
    .slice(
      Math.max(
        0,
        before.findIndex((one) => one === found[0]),
      ),
    )
    .filter(isChange);
  const changes = since.length === 0 ? before.filter(isChange).slice(-1) : since.slice(-mostShown);
  const kept = found.slice(Math.max(0, found.findIndex(isChange)));
  return subjects.filter((one) => changes.includes(one) || kept.includes(one));
}

/** Equal exchanges once: reads with no change in between, changes with no other request in between. */
function once(exchanges: readonly Exchange[]): readonly ShownExchange[] {
  const distinct: (ShownExchange & { times: number; arrivedAfterMs: number[] })[] = [];
  for (const exchange of exchanges) {
    const since = isChange(exchange) ? -1 : distinct.findLastIndex((one) => isChange(one.exchange)) + 1;
    const same = distinct.slice(since).find((one) => isEqual(one.exchange, exchange));
    const arrivedAfterMs = exchange.arrivedAfterMs === undefined ? [] : [exchange.arrivedAfterMs];
    if (same === undefined) distinct.push({ exchange, role: exchange.role, times: 1, arrivedAfterMs });
    else {
      same.times += 1;
      same.arrivedAfterMs.push(...arrivedAfterMs);
    }
  }
  return distinct;
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
