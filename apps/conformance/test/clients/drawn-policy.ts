/** Honest backoff policies, drawn at random. */
import type { DeclaredBackoff, DeclaredJitter } from '@outreach-api/model/backoff/declared-backoff';
import {
  honestClient,
  type Random,
  type SimulatedClient,
  type SimulatedService,
} from './simulated-retries.ts';

/** Draws a policy that is exponential up to its cap. */
export function drawnPolicy(random: Random): DeclaredBackoff {
  const base = 40 * 125 ** random();
  const jitter = drawnJitter(random);
  // Each wait is up to three times the last: a lower cap leaves no room to grow.
  const lowestCap = (jitter === 'decorrelated' ? 3.2 : 1.2) * base;
  const retryAfterMax = oneOf(random, [undefined, null, 0, 30, 60]);
  return {
    base,
    factor: 1.3 + 2.7 * random() ** 2,
    cap: oneOf(random, [null, lowestCap + 3 * base * random(), lowestCap * 10 ** (2 * random())]),
    floor: oneOf(random, [0, 0, 0, base * random(), 0.9 * lowestCap * random()]),
    jitter,
    addedJitter: oneOf(random, [0, 0, 0, base * random(), 10 * base * random()]),
    attempts: oneOf(random, [2, 3, 4, 5, 6, 8, 10, null]),
    ...(retryAfterMax === undefined ? {} : { retryAfterMax }),
    retryAfterDates: random() < 0.8,
    from: oneOf(random, ['end', 'end', 'start']),
  };
}

function drawnJitter(random: Random): DeclaredJitter {
  const lowest = 0.95 * random();
  return oneOf<DeclaredJitter>(random, [
    'none',
    'full',
    'decorrelated',
    'decorrelated-v2',
    [0.5, 1],
    [lowest, 1 + 0.5 * random()],
  ]);
}

/**
 * Draws a client that does what it declares: what it does after `Retry-After` is random, within its declared maximum
 * and beyond.
 */
export function drawnClient(random: Random, declared: DeclaredBackoff): SimulatedClient {
  const { retryAfterMax, retryAfterDates } = declared;
  // A client that declares 0 follows only its own waits.
  const isObedient = random() < 0.5 && retryAfterMax !== 0;
  const spreadMs = random() < 0.3 ? 1000 : 0;
  const givesUp = random() < 0.5;
  // One that declares nothing about the header may do anything about it.
  const mostMs = 1000 * (retryAfterMax === undefined ? oneOf(random, [0, 30]) : (retryAfterMax ?? Infinity));
  return {
    ...honestClient(declared),
    afterStated(statedMs, ownMs, jitter, kind) {
      if (kind === 'date' && !retryAfterDates) return ownMs;
      if (statedMs > mostMs) return givesUp ? null : ownMs;
      return (isObedient ? statedMs : Math.max(statedMs, ownMs)) + spreadMs * jitter();
    },
  };
}

/** Draws what a service sends: usually no `Retry-After`, and after a moment. */
export function drawnService(random: Random): SimulatedService {
  const answerMs = random() < 0.9 ? 2 * random() : 200 * random();
  if (random() < 0.8) return { retryAfter: () => null, answerMs };
  return oneOf<SimulatedService>(random, [
    { retryAfter: () => ({ kind: 'seconds', seconds: 1 }), answerMs },
    { retryAfter: () => ({ kind: 'seconds', seconds: 45 }), answerMs },
    { retryAfter: () => ({ kind: 'seconds', seconds: 0 }), answerMs },
    { retryAfter: (at) => ({ kind: 'date', at: at + 2000 }), answerMs },
    { retryAfter: () => ({ kind: 'malformed', text: 'soon' }), answerMs },
    { retryAfter: () => (random() < 0.5 ? { kind: 'seconds', seconds: 2 } : null), answerMs },
  ]);
}

function oneOf<One>(random: Random, all: readonly [One, ...One[]]): One {
  return all[Math.floor(random() * all.length)] ?? all[0];
}
