/** What a client does where the description is open (CLI-90), as its calls show. */
import type { Observation } from '@outreach-api/model/records/observation';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';
import type { DriverCall } from '../driver-call.ts';
import { retriesOf } from './retries-of.ts';

/** Smaller differences between waits may be chance. */
const leastSpreadMs = 50;
/** A retry sooner than this after an answer is immediate. */
const atOnceMs = 50;

interface Question {
  readonly question: string;
  /** The scenarios that show it. */
  readonly scenarios: readonly string[];
  /** Null if they do not show it. */
  readonly answer: (calls: readonly DriverCall[]) => string | null;
}

const questions: readonly Question[] = [
  {
    question: 'Which operations does it retry after 429?',
    scenarios: ['limited-once'],
    answer: retriedOperations,
  },
  {
    question: 'How many times does it send a request that is always limited?',
    scenarios: ['limited-for-ever'],
    answer: (calls) => oneOf(sequencesOf(calls).map(attemptsInWords)),
  },
  {
    question: 'Do its first waits differ from call to call (jitter)?',
    scenarios: ['limited-for-ever'],
    answer: spread,
  },
  ...aboutRetries(patience, [
    ['Does it wait for `Retry-After` in seconds?', 'retry-after-seconds'],
    ['Does it wait for a date in `Retry-After`?', 'retry-after-date'],
    ['Does it wait for `Retry-After: 45`?', 'retry-after-long'],
    ['Does it wait for `Retry-After: 3600`?', 'retry-after-an-hour'],
  ]),
  ...aboutRetries(promptness, [
    ['What does it do on `Retry-After: 0`?', 'retry-after-zero'],
    ['What does it do on `Retry-After: soon`?', 'retry-after-malformed'],
    ['What does it do on `Retry-After: -1`?', 'retry-after-negative'],
  ]),
  {
    question: 'What does it do on a list that continues with empty pages?',
    scenarios: ['endless-list'],
    answer: (calls) =>
      oneOf(calls.map(({ outcome }) => (outcome.kind === 'answered' ? 'it stops' : 'it goes on'))),
  },
];

/** What a client does where the description is open, as its calls show. */
export function observeClient(calls: readonly DriverCall[]): readonly Observation[] {
  return questions.flatMap(({ question, scenarios, answer }) => {
    const own = calls.filter(({ scenario }) => scenarios.includes(scenario));
    const said = answer(own);
    return said === null ? [] : [{ id: 'CLI-90', question, answer: said }];
  });
}

/** Questions that are each answered by the retries in one scenario. */
function aboutRetries(
  answer: (sequence: RetrySequence) => string,
  asked: readonly (readonly [question: string, scenario: string])[],
): readonly Question[] {
  return asked.map(([question, scenario]) => ({
    question,
    scenarios: [scenario],
    answer: (calls) => oneOf(sequencesOf(calls).map(answer)),
  }));
}

function sequencesOf(calls: readonly DriverCall[]): readonly RetrySequence[] {
  return calls.flatMap(retriesOf);
}

/** All different answers; null if there are none. */
function oneOf(said: readonly string[]): string | null {
  const different = [...new Set(said)].toSorted();
  return different.length === 0 ? null : different.join(', or ');
}

function retriedOperations(calls: readonly DriverCall[]): string | null {
  if (calls.length === 0) return null;
  const retried = calls.filter(({ exchanges }) => exchanges.length > 1);
  if (retried.length === 0) return 'none';
  if (retried.length === calls.length) return 'all of them';
  return [...new Set(retried.map(({ call }) => call))].toSorted().join(', ');
}

function attemptsInWords({ attempts, ended }: RetrySequence): string {
  if (attempts.length === 1) return 'once';
  return ended === 'cut' ? 'it was still retrying when it was stopped' : `${attempts.length} times`;
}

function spread(calls: readonly DriverCall[]): string | null {
  const first = sequencesOf(calls).flatMap(({ attempts: [one, two] }) =>
    one === undefined || two === undefined ? [] : [two.arrivedAt - (one.answeredAt ?? one.arrivedAt)],
  );
  if (first.length < 2) return null;
  return Math.max(...first) - Math.min(...first) >= leastSpreadMs ? 'they do' : 'they hardly do';
}

function patience({ attempts, ended }: RetrySequence): string {
  const [first, second] = attempts;
  if (first === undefined || second === undefined)
    return ended === 'cut' ? 'it is still waiting when it is stopped' : 'it gives up';
  const { retryAfter } = first;
  const until =
    retryAfter?.kind === 'seconds'
      ? (first.answeredAt ?? first.arrivedAt) + retryAfter.seconds * 1000 - atOnceMs
      : retryAfter?.kind === 'date'
        ? retryAfter.at - 1000
        : 0;
  return second.arrivedAt >= until ? 'it does' : 'it retries earlier';
}

function promptness({ attempts }: RetrySequence): string {
  const [first, second] = attempts;
  if (first === undefined || second === undefined) return 'it gives up';
  const waited = second.arrivedAt - (first.answeredAt ?? first.arrivedAt);
  return waited < atOnceMs ? 'it retries immediately' : 'it waits';
}
