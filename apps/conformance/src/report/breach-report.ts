/** A breach as reports show it, without credentials. */
import { wholeRun, type Difference } from '@outreach-api/engine';
import type { BreachReport, ReportedExchange } from '@outreach-api/report/json-report';
import { identityOf } from '@outreach-api/report/deviations/breach-identity';
import type { WordedResult } from '../words/result-words.ts';
import type { Run } from '../run.ts';
import { curlOf } from './curl.ts';
import { requestInWords } from './request-in-words.ts';
import { breachExchanges, type ShownExchange } from './breach-exchanges.ts';
import { shortenedPair } from './shortened-pair.ts';

const mostDifferences = 50;

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
