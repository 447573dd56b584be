/** Clients that retry, as numbers: what the service sees of them with machine noise, by seed. */
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import type { Attempt, RetryAfter, RetrySequence } from '@outreach-api/model/backoff/retry-sequence';

/** Numbers from 0 to below 1. */
export type Random = () => number;

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How long a client waits before a retry, the first being 1; null if it gives up. */
export type Wait = (retry: number, random: Random, previousMs: number | null) => number | null;

/** A client that retries. */
export interface SimulatedClient {
  readonly wait: Wait;
  readonly attempts: number;
  readonly from: DeclaredBackoff['from'];
  /** The wait after an answer with `Retry-After`, given its own wait; null if it gives up. */
  readonly afterStated: (
    statedMs: number,
    ownMs: number,
    random: Random,
    kind: 'seconds' | 'date',
  ) => number | null;
}

/** What the service answers: always 429, with this `Retry-After` and after this delay. */
export interface SimulatedService {
  readonly retryAfter: (answeredAt: number) => RetryAfter | null;
  readonly answerMs: number;
}

/** How late the machine makes a request: one-sided, p99 41 ms; for the first retry occasionally up to 141 ms. */
export function lateBy(random: Random, retry: number): number {
  const usual = -Math.log(1 - random()) * 8.9;
  return retry === 1 && random() < 0.05 ? 141 * random() : Math.min(141, usual);
}

/** What a calibration client alongside it would show. */
export function calibration(random: Random): number[] {
  return Array.from({ length: 20 }, (_, index) => lateBy(random, index % 4));
}

/** How long a client is observed at most. */
const patienceMs = 3_600_000;

/** One call of a client that is always rate limited. */
export function retrySequence(
  client: SimulatedClient,
  service: SimulatedService,
  random: Random,
): RetrySequence {
  const attempts: Attempt[] = [];
  let sentAt = 0;
  let previousMs: number | null = null;
  for (let retry = 1; ; retry++) {
    const arrivedAt = sentAt + (client.from === 'start' ? lateBy(random, retry) : 0);
    const answeredAt = arrivedAt + service.answerMs;
    const retryAfter = service.retryAfter(answeredAt);
    attempts.push({ arrivedAt, answeredAt, status: 429, retryAfter });
    if (attempts.length >= client.attempts) return ended(attempts, 'gave up');
    const ownMs = client.wait(retry, random, previousMs);
    const waitMs = ownMs === null ? null : waitAfter(client, retryAfter, answeredAt, ownMs, random);
    if (ownMs === null || waitMs === null) return ended(attempts, 'gave up');
    previousMs = ownMs;
    const early = random() < 0.1 ? 5 * random() : 0;
    sentAt =
      client.from === 'start'
        ? Math.max(sentAt + waitMs, answeredAt + (retryAfter === null ? 0 : waitMs))
        : answeredAt + Math.max(0, waitMs - early) + lateBy(random, retry);
    if (sentAt > patienceMs) return ended(attempts, 'cut');
  }
}

function waitAfter(
  { afterStated }: SimulatedClient,
  retryAfter: RetryAfter | null,
  answeredAt: number,
  ownMs: number,
  random: Random,
): number | null {
  if (retryAfter === null || retryAfter.kind === 'malformed') return ownMs;
  const statedMs = retryAfter.kind === 'seconds' ? retryAfter.seconds * 1000 : retryAfter.at - answeredAt;
  return afterStated(statedMs, ownMs, random, retryAfter.kind);
}

function ended(attempts: readonly Attempt[], how: RetrySequence['ended']): RetrySequence {
  return { request: 'GET /integrations/api/webhooks', attempts, ended: how };
}

/** A client that does what it declares, and waits for `Retry-After` as a floor. */
export function honestClient(declared: DeclaredBackoff): SimulatedClient {
  const { retryAfterMax, retryAfterDates } = declared;
  const mostMs = (retryAfterMax ?? Infinity) * 1000;
  return {
    wait: declaredWait(declared),
    attempts: declared.attempts ?? 12,
    from: declared.from,
    afterStated: (statedMs, ownMs, _, kind) => {
      if (kind === 'date' && !retryAfterDates) return ownMs;
      return statedMs > mostMs ? null : Math.max(statedMs, ownMs);
    },
  };
}

/** The waits of a declared policy. */
export function declaredWait(declared: DeclaredBackoff): Wait {
  const { floor, addedJitter } = declared;
  const drawn = drawnWait(declared);
  return (retry, random, previousMs) => {
    const added = addedJitter === 0 ? 0 : addedJitter * random();
    return Math.max(floor, (drawn(retry, random, previousMs) ?? 0) + added);
  };
}

/** The jitter of Polly's `DecorrelatedJitterBackoffV2` and of cockatiel. */
export function decorrelatedV2(base: number, factor: number, cap: number): Wait {
  let before = 0;
  return (retry, random) => {
    const t = retry - 1 + random();
    const now = factor ** t * Math.tanh(Math.sqrt(4 * t));
    const wait = Math.max(0, now - (retry === 1 ? 0 : before)) * (base / 1.4);
    before = now;
    return Math.min(wait, cap);
  };
}

function drawnWait({ base, factor, cap, jitter }: DeclaredBackoff): Wait {
  const ceiling = cap ?? Infinity;
  if (jitter === 'decorrelated-v2') return decorrelatedV2(base, factor, ceiling);
  return (retry, random, previousMs) => {
    if (jitter === 'decorrelated') {
      const previous = previousMs ?? base;
      return Math.min(ceiling, base + random() * (3 * previous - base));
    }
    const envelope = Math.min(ceiling, base * factor ** (retry - 1));
    const [lowest, highest] = jitter === 'none' ? [1, 1] : jitter === 'full' ? [0, 1] : jitter;
    return envelope * (lowest + random() * (highest - lowest));
  };
}
