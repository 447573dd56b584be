/** A breach as reports show it, with no credential in it. */
import type { RuleResult } from '../engine/verdict.ts';
import type { Run } from '../judge-target.ts';
import type { Exchange } from '../session/exchange.ts';
import { curlOf } from './curl.ts';

const mostExchanges = 12;
const mostCurls = 8;

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
  const subjects = breach.exchanges.filter(({ role }) => role === 'subject');
  const shown = subjects.length <= mostCurls ? subjects : subjects.slice(-1);
  return {
    expected: run.secrets.mask(breach.expected),
    actual: run.secrets.mask(breach.actual),
    given: run.secrets.maskAll(breach.given),
    seen: `${breach.times} of ${breach.tries}`,
    exchanges: breach.exchanges.slice(-mostExchanges).map((exchange) => reported(exchange, run)),
    curl: run.secrets.mask(curlOf(shown.length > 0 ? shown : breach.exchanges.slice(-1), run.target.baseUrl)),
    replay: `${invocation} --rule ${rule.id} --seed ${run.seed} --path ${breach.path}`,
  };
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
