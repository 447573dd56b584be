/** A breach as reports show it, without credentials. */
import { wholeRun, type Difference } from '@outreach-api/engine';
import { identityOf } from '../deviations/breach-identity.ts';
import type { WordedResult } from '../words/result-words.ts';
import type { Run } from '../run.ts';
import type { Exchange } from '@outreach-api/model/records/exchange';
import { curlOf } from './curl.ts';
import { requestInWords } from './request-in-words.ts';
import { breachExchanges, type ShownExchange } from './breach-exchanges.ts';
import { shortenedPair } from './shortened-pair.ts';

const mostDifferences = 50;

/** One exchange as a report shows it, without credentials. */
export interface ReportedExchange {
  readonly role: Exchange['role'];
  /** How often it came with the same answer; once if not set. */
  readonly times?: number;
  /** When each of them arrived, in whole milliseconds since the first request of its call; of a client's requests only. */
  readonly arrivedAfterMs?: readonly number[];
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    /** Without the base address, as a person would write it: `GET /integrations/api/webhooks?limit=10 (no offset)`. */
    readonly inWords?: string;
    /** Whose credential it was sent with, in words. */
    readonly caller?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** In a long one, the lists are shortened, or the end is cut. */
    readonly body: string;
  } | null;
  readonly failure: string | null;
}

/** A breach as a report shows it. */
export interface BreachReport {
  /** The kind of breach. Reports of older versions have none. */
  readonly code?: string;
  /** What `expected` and `actual` are made of; which values there are depends on the code. */
  readonly values?: unknown;
  readonly expected: string;
  readonly actual: string;
  /** The places where two values differ, if values were compared. */
  readonly difference?: readonly Difference[];
  /** The smallest input that shows it. */
  readonly given: unknown;
  /** How often it was seen, e.g. `4 of 4`. */
  readonly seen: string;
  /** What shows the breach, with the control before it and the one after it. */
  readonly exchanges: readonly ReportedExchange[];
  /** Commands that run as they are, with credentials from the environment; empty for the requests of a client. */
  readonly curl: string;
  /** The command that replays just this. */
  readonly replay: string;
  /** What identifies it among the breaches of its rule, run after run; reports of older versions have none. */
  readonly identity?: string;
}

/**
 * Explains a breach; null if the rule has none.
 *
 * @param invocation - the command that names the same target, e.g. `npx --no -- outreach-conformance server --config t.json`
 */
export function breachReport(result: WordedResult, run: Run, invocation: string): BreachReport | null {
  const { breach, rule } = result;
  if (breach === null) return null;
  const { shown, withControls } = breachExchanges(breach, breach.exchanges);
  const mask = (text: string): string => run.secrets.mask(text);
  // Two values that differ as a whole are in the words.
  const parts = (breach.difference ?? []).filter(({ path }) => path !== '');
  const [expected, actual] = shortenedPair(mask(breach.expected), mask(breach.actual));
  return {
    code: breach.code,
    values: run.secrets.maskAll(breach.values),
    expected,
    actual,
    ...(parts.length === 0 ? {} : { difference: reportedDifference(parts, mask) }),
    given: run.secrets.maskAll(breach.given),
    seen: `${breach.times} of ${breach.tries}`,
    exchanges: withControls.map((one) => reported(one, run)),
    curl:
      run.client === undefined
        ? mask(
            curlOf(
              shown.map(({ exchange }) => exchange),
              run.target,
            ),
          )
        : '',
    identity: identityOf(breach),
    replay: replayOf(breach.path, rule.id, run, invocation),
  };
}

/** The command that shows it again. A recording is replayed as a whole; otherwise the input is named. */
function replayOf(path: string, rule: string, { client, recording, seed }: Run, invocation: string): string {
  // What a whole run shows needs a whole run.
  if (path.startsWith(wholeRun)) return `${invocation} --seed ${seed}`;
  const input = recording === undefined ? ` --seed ${seed} --path ${path}` : '';
  return `${invocation} --rule ${rule}${input}${client === undefined ? '' : ` -- ${client}`}`;
}

function reportedDifference(
  difference: readonly Difference[],
  mask: (text: string) => string,
): readonly Difference[] {
  return difference.slice(0, mostDifferences).map(({ path, ...sides }) => {
    const [expected, actual] = shortenedPair(mask(sides.expected), mask(sides.actual));
    return { path: mask(path), expected, actual };
  });
}

function reported(
  { exchange, role, times, arrivedAfterMs }: ShownExchange,
  { secrets, target }: Run,
): ReportedExchange {
  const { request, authorization, answer, failure } = exchange;
  const headers = masked(
    { ...request.headers, ...(authorization === null ? {} : { authorization }) },
    secrets,
  );
  const url = secrets.mask(request.url);
  const body = request.body === null ? null : secrets.mask(request.body);
  return {
    role,
    ...(times === 1 ? {} : { times }),
    ...(times === 1 || arrivedAfterMs.length === 0 ? {} : { arrivedAfterMs: arrivedAfterMs.map(Math.round) }),
    request: {
      method: request.method,
      url,
      headers,
      body,
      // Masked beforehand, too: the words decode a part of what is sent, and quote the rest.
      inWords: secrets.mask(requestInWords({ ...request, url, body }, target.baseUrl)),
      caller: exchange.caller,
    },
    response:
      answer === null
        ? null
        : {
            status: answer.status,
            headers: secrets.maskHeaders(answer.headers),
            body: secrets.mask(answer.text),
          },
    failure: failure === null ? null : secrets.mask(failure),
  };
}

function masked(headers: Readonly<Record<string, string>>, secrets: Run['secrets']): Record<string, string> {
  return secrets.maskHeaders(headers, ['authorization']);
}
