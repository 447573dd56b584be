/** A breach as reports show it, with no credential in it. */
import type { RuleResult } from '../engine/verdict.ts';
import type { Run } from '../judge-target.ts';
import type { Exchange } from '../session/exchange.ts';
import { curlOf } from './curl.ts';

const mostTelling = 8;

/** One exchange as a report shows it: no credential in it. */
export interface ReportedExchange {
  readonly role: Exchange['role'];
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  readonly failure: string | null;
}

/** A breach as a report shows it. */
export interface BreachReport {
  readonly expected: string;
  readonly actual: string;
  /** The smallest input that shows it. */
  readonly given: unknown;
  /** How often it was seen, e.g. `4 of 4`. */
  readonly seen: string;
  /** What shows the breach, beside the control before it and the one after it. */
  readonly exchanges: readonly ReportedExchange[];
  /** Commands that run as they are, credentials from the environment. */
  readonly curl: string;
  /** The command that replays just this. */
  readonly replay: string;
}

/**
 * Explains a breach; null where the rule has none.
 *
 * @param invocation - the command that names the same target, e.g. `outreach-conformance server --config t.json`
 */
export function breachReport(result: RuleResult, run: Run, invocation: string): BreachReport | null {
  const { breach, rule } = result;
  if (breach === null) return null;
  const telling = tellingOf(breach.exchanges);
  return {
    expected: run.secrets.mask(breach.expected),
    actual: run.secrets.mask(breach.actual),
    given: run.secrets.maskAll(breach.given),
    seen: `${breach.times} of ${breach.tries}`,
    exchanges: besideControls(telling, breach.exchanges).map((exchange) => reported(exchange, run)),
    curl: run.secrets.mask(curlOf(telling, run.target)),
    replay: `${invocation} --rule ${rule.id} --seed ${run.seed} --path ${breach.path}`,
  };
}

function isChange({ request }: Exchange): boolean {
  return request.method !== 'GET';
}

function isControl({ role }: Exchange): boolean {
  return role === 'control';
}

/** What shows the breach: from the first change on, or from the last one where that is long; else the last read. */
function tellingOf(exchanges: readonly Exchange[]): readonly Exchange[] {
  const subjects = exchanges.filter(({ role }) => role === 'subject');
  const fromFirst = subjects.slice(Math.max(0, subjects.findIndex(isChange)));
  if (fromFirst.length > 0 && fromFirst.length <= mostTelling) return fromFirst;
  if (fromFirst.length === 0) return exchanges.slice(-1);
  return subjects.slice(subjects.findLastIndex(isChange)).slice(0, mostTelling);
}

function besideControls(telling: readonly Exchange[], all: readonly Exchange[]): readonly Exchange[] {
  const before = all
    .slice(
      0,
      all.findIndex((one) => one === telling[0]),
    )
    .findLast(isControl);
  const after = all.slice(all.findIndex((one) => one === telling.at(-1)) + 1).find(isControl);
  return [before, ...telling, after].filter((exchange) => exchange !== undefined);
}

function reported(
  { role, request, authorization, answer, failure }: Exchange,
  { secrets }: Run,
): ReportedExchange {
  const headers = masked(
    { ...request.headers, ...(authorization === null ? {} : { authorization }) },
    secrets,
  );
  return {
    role,
    request: {
      method: request.method,
      url: secrets.mask(request.url),
      headers,
      body: request.body === null ? null : secrets.mask(request.body),
    },
    response:
      answer === null
        ? null
        : {
            status: answer.status,
            headers: masked(answer.headers, secrets),
            body: secrets.mask(answer.text),
          },
    failure: failure === null ? null : secrets.mask(failure),
  };
}

function masked(headers: Readonly<Record<string, string>>, secrets: Run['secrets']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secrets.mask(value)]));
}
