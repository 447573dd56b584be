/** CLI-03: retries after 429 use exponential backoff (Errors). */
import { Unmet } from '@outreach-api/engine';
import type { BackoffFinding } from '../backoff/backoff-finding.ts';
import { retriesInRecording } from '../backoff/find-retries.ts';
import { judgeBackoff, type BackoffEvidence } from '../backoff/judge-backoff.ts';
import type { Attempt, RetrySequence } from '@outreach-api/model/backoff/retry-sequence';
import { retriesOf } from '../run/retries-of.ts';
import { arguable, broken, defineClientRule, held, shownBy } from './client-rule.ts';

type Undecided = Extract<BackoffFinding, { readonly kind: 'undecided' }>;

/** Retries after 429 use exponential backoff, and do what is declared about `Retry-After`. */
export const exponentialBackoff = defineClientRule<BackoffEvidence>({
  id: 'CLI-03',
  inCalls: ({ calls, declared, noise }) => decided({ sequences: calls.flatMap(retriesOf), declared, noise }),
  inExchanges: (exchanges) => {
    const { sequences, unjudged } = retriesInRecording({ exchanges, epoch: null });
    if (sequences.length === 0) throw new Unmet(unjudged[0] ?? 'no request was answered 429');
    return decided({ sequences, declared: null, noise: null });
  },
  judge: (waits) => {
    const finding = judgeBackoff(waits);
    if (finding.kind === 'broken') {
      const { path } = finding.sequence ?? {};
      return shownBy(broken(finding.code, finding.values), path === undefined ? {} : { sent: [path] });
    }
    const isArguable = finding.kind === 'undecided' && finding.isArguable === true;
    return isArguable ? arguable('retries-at-once-where-allowed', {}) : held;
  },
  breaches: {
    'it comes back at once': (waits) => (areOwn(waits) ? withGaps(waits, () => 1) : undefined),
    'it comes back evenly': (waits) => (areOwn(waits) ? withGaps(waits, (first) => first) : undefined),
    'it comes back before the time that it declares, its own or that of `Retry-After`': (waits) => {
      if (!obeysRetryAfter(waits)) return areOwn(waits) ? withGaps(waits, () => 1) : undefined;
      return waits.sequences.some(hasStatedWait) ? withGaps(waits, () => soonMs) : undefined;
    },
  },
});

/**
 * Waits that an answer asked for show whether the client does what it declares about that, not whether its waits grow.
 *
 * @throws Unmet if the waits show nothing
 */
function decided(waits: BackoffEvidence): BackoffEvidence {
  const finding = judgeBackoff(waits);
  if (finding.kind !== 'undecided') return waits;
  if (!waits.sequences.some(({ attempts }) => attempts.length > 1))
    throw new Unmet('it never retried after a 429');
  const isDeclared = waits.declared !== null || finding.isArguable === true;
  if (isDeclared && !areOwn(waits)) return waits;
  throw new Unmet(`${finding.seen}: ${inWords(finding)}`);
}

function inWords({ why, wouldDecide }: Undecided): string {
  return `${why}; what would decide it: ${wouldDecide}`;
}

/** Whether it is declared that a client waits as long as `Retry-After` says. */
function obeysRetryAfter({ declared }: BackoffEvidence): boolean {
  return declared?.retryAfterMax !== undefined && declared.retryAfterMax !== 0;
}

/** Too early whatever the answer said, except for 0. */
const soonMs = 100;

/** Whether only the client decides how long it waits. */
function areOwn({ sequences }: BackoffEvidence): boolean {
  const attempts = sequences.flatMap((sequence) => sequence.attempts.slice(0, -1));
  return attempts.length > 0 && attempts.every(({ retryAfter }) => retryAfter === null);
}

/** The same attempts, with other waits between them. */
function withGaps(waits: BackoffEvidence, gapMs: (firstMs: number) => number): BackoffEvidence {
  return { ...waits, sequences: waits.sequences.map((sequence) => retimed(sequence, gapMs)) };
}

function retimed(sequence: RetrySequence, gapMs: (firstMs: number) => number): RetrySequence {
  const [first, second] = sequence.attempts;
  if (first === undefined || second === undefined) return sequence;
  const gap = gapMs(second.arrivedAt - endOf(first));
  const attempts: Attempt[] = [first];
  let before = first;
  for (const attempt of sequence.attempts.slice(1)) {
    const arrivedAt = endOf(before) + gap;
    before = { ...attempt, arrivedAt, answeredAt: arrivedAt + endOf(attempt) - attempt.arrivedAt };
    attempts.push(before);
  }
  return { ...sequence, attempts };
}

function endOf({ arrivedAt, answeredAt }: Attempt): number {
  return answeredAt ?? arrivedAt;
}

/** Whether an answer said when to retry, and the client retried. */
function hasStatedWait({ attempts }: RetrySequence): boolean {
  return attempts
    .slice(0, -1)
    .some(
      ({ retryAfter }) =>
        retryAfter?.kind === 'date' || (retryAfter?.kind === 'seconds' && retryAfter.seconds > 0),
    );
}
