/** CLI-03: retries after 429 use exponential backoff (Errors). */
import { broken, held } from '../../engine/judgement.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { BackoffFinding } from '../backoff/backoff-finding.ts';
import type { DeclaredBackoff } from '../backoff/declared-backoff.ts';
import { retriesInRecording, retriesOfCall } from '../backoff/find-retries.ts';
import { judgeBackoff } from '../backoff/judge-backoff.ts';
import { judgeRecordedBackoff } from '../backoff/judge-recorded-backoff.ts';
import type { Attempt, RetrySequence } from '../backoff/retry-sequence.ts';
import type { DriverCall } from '../driver-call.ts';
import { defineClientRule } from './client-rule.ts';

/** What is known of the waits of a client. */
interface Waits {
  readonly sequences: readonly RetrySequence[];
  readonly declared: DeclaredBackoff | null;
  readonly noise: readonly number[] | null;
  /** Whether nothing is known but the requests. */
  readonly isRecorded: boolean;
}

/** Retries after 429 use exponential backoff, and come no earlier than `Retry-After` asks for. */
export const exponentialBackoff = defineClientRule<Waits>({
  id: 'CLI-03',
  inCalls: ({ calls, declared, noise }) =>
    decided({ sequences: calls.flatMap(sequencesOf), declared, noise, isRecorded: false }),
  inExchanges: (exchanges) => {
    const { sequences, untold } = retriesInRecording({ exchanges, epoch: null });
    if (sequences.length === 0) throw new Unmet(untold[0] ?? 'no request was answered 429');
    return decided({ sequences, declared: null, noise: null, isRecorded: true });
  },
  judge: (waits) => {
    const finding = findingOf(waits);
    return finding.kind === 'broken' ? broken(finding.expected, finding.actual) : held;
  },
  breaches: {
    'it comes back at once': (waits) => (isUntold(waits) ? withGaps(waits, () => 1) : undefined),
    'it comes back evenly': (waits) => (isUntold(waits) ? withGaps(waits, (first) => first) : undefined),
    'it comes back before `Retry-After`': (waits) =>
      isUntold(waits) ? undefined : withGaps(waits, () => soonMs),
  },
});

/** @throws Unmet where the waits show neither that they are exponential nor that they are not */
function decided(waits: Waits): Waits {
  const finding = findingOf(waits);
  if (finding.kind !== 'undecided' || waits.sequences.some(isTold)) return waits;
  throw new Unmet(`${finding.seen}: ${finding.why}; what would decide it: ${finding.wouldDecide}`);
}

function findingOf({ sequences, declared, noise, isRecorded }: Waits): BackoffFinding {
  return isRecorded ? judgeRecordedBackoff(sequences) : judgeBackoff({ sequences, declared, noise });
}

function sequencesOf({ call, exchanges, outcome }: DriverCall): readonly RetrySequence[] {
  if (call === 'webhooks.all') return [];
  // The answers of scenarios say themselves what time it is.
  return retriesOfCall({ exchanges, epoch: null }, outcome.kind === 'no answer').sequences;
}

/** Too soon, whatever an answer said but for 0. */
const soonMs = 100;

function isUntold({ sequences }: Waits): boolean {
  return sequences.length > 0 && !sequences.some(isTold);
}

/** The same attempts, with other waits between them. */
function withGaps(waits: Waits, gapMs: (firstMs: number) => number): Waits {
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

/** Whether an answer said when to come back, and the client came back. */
function isTold({ attempts }: RetrySequence): boolean {
  return attempts.slice(0, -1).some(({ retryAfter }) => retryAfter !== null);
}
