/** A run in which a target has put texts of its own wherever it can: for tests of what is generated from runs. */
import type { SeenBreach, RuleResult } from '../src/rules/rule-result.ts';
import type { RawRun } from '../src/masked-run.ts';
import { rules } from '../src/catalogue/rules.ts';
import type { Answer, Exchange } from '@outreach-api/model/records/exchange';
import { recorded } from '@outreach-api/model/records/folded-body';
import type { Recorder } from '@outreach-api/wire/recorder';
import type { Secrets } from '@outreach-api/masking/secrets';
import { completeTarget } from '../src/target/target.ts';

/** The parts of such a run. */
export interface RunParts {
  readonly texts: readonly string[];
  /** Values of another kind, which are in what the target showed. */
  readonly values: readonly unknown[];
  /** Headers of every answer, in addition to one that holds a text. */
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
  readonly secrets: Secrets;
  /** Receives every exchange. */
  readonly recorder: Recorder;
}

const bodiesOfABreach = 3;
const textsOfABreach = bodiesOfABreach + 7;

/** How many texts fit into one run. */
export const textsOfARun = rules.length * textsOfABreach;

const usual = { runs: 3, caught: [], unseen: [], wants: [], fault: undefined, seconds: 0.5 } as const;

/** A run as received from the target, before anything is masked. */
export function runHolding({ texts, values, headers, token, secrets, recorder }: RunParts): RawRun {
  const results = rules.map((rule, index): RuleResult => {
    const own = texts.slice(index * textsOfABreach, (index + 1) * textsOfABreach);
    const [reason = '', expected = '', actual = '', given = '', sent = '', ...bodies] = own;
    const none = { rule, ...usual };
    if (index % 6 === 5)
      return { ...none, verdict: 'inconclusive', why: [{ kind: 'unmet', message: reason }], breach: null };
    const exchanges = bodies.slice(0, bodiesOfABreach).map((body, place): Exchange => {
      const answer = {
        status: 200,
        ok: true,
        headers: { ...headers, 'x-text': given },
        text: body,
        json: undefined,
      };
      return exchangeOf(answer, sent, token, place === 0 ? 'control' : 'subject', recorder);
    });
    const failure = bodies.at(-1) ?? '';
    exchanges.push({ ...exchangeOf(null, failure, token, 'control', recorder), failure });
    const breach: SeenBreach = {
      code: 'retry-of-another-request',
      values: { request: 'GET /', target: expected, retried: actual },
      given: { [given]: given, shown: values[index % values.length] },
      exchanges,
      times: 4,
      tries: 4,
      costly: false,
      path: 'page-window:0',
    };
    return { ...none, verdict: 'fail', why: [{ kind: 'seen', times: 4, tries: 4 }], breach };
  });
  return {
    target: completeTarget({ baseUrl: 'https://staging.example.com', token }),
    startedAt: new Date(0),
    seed: 1,
    results,
    observations: texts.slice(0, 20).map((answer) => ({ id: 'HOOK-90', question: 'deleting twice', answer })),
    ledger: texts.slice(20, 40).map((what) => ({ action: 'created API key', what, undone: false })),
    requests: 10,
    waits: 0,
    seconds: 1,
    stopped: false,
    cutShort: { why: 'time', text: texts[0] ?? '' },
    secrets,
  };
}

function exchangeOf(
  answer: Answer | null,
  text: string,
  token: string,
  role: Exchange['role'],
  recorder: Recorder,
): Exchange {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, cookie: 'a=b' };
  const url = `https://staging.example.com/integrations/api/webhooks?name=${encodeURIComponent(text.toWellFormed())}`;
  const request = { method: 'POST', url, headers, body: JSON.stringify({ name: text }) };
  recorder.add(request, 0, 1, answer ?? text);
  return {
    role,
    request,
    authorization: 'Bearer $OUTREACH_TOKEN',
    caller: 'the key of the target file',
    answer: answer === null ? null : recorded(answer),
    failure: null,
    milliseconds: 1,
  };
}
