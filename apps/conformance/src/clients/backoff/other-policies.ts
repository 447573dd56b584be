/** Policies that a client might follow instead of the one that it declares. */
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { boundsOf, envelopeOf, jitterBounds, withFloor } from '@outreach-api/model/backoff/envelope';
import type { WaitBounds } from '@outreach-api/model/backoff/wait-bounds';

/** An alternative to the declared policy. */
export interface OtherPolicy {
  readonly name: string;
  /** The bounds of the wait before a retry, the first being 1. */
  readonly bounds: (retry: number) => WaitBounds;
}

type Envelope = (retry: number, declared: DeclaredBackoff) => number;

/** They begin like the declared policy, which makes them hard to distinguish from it. */
const envelopes: Readonly<Record<string, Envelope>> = {
  'retries at once': () => 0,
  'even waits': (_, { base }) => base,
  'waits that grow by the same amount': (retry, { base, factor }) => base * (1 + (retry - 1) * (factor - 1)),
  'waits that grow with the square': (retry, { base }) => base * retry ** 2,
  'waits that grow once only': (retry, declared) => envelopeOf(declared, Math.min(retry, 2)),
  'waits that grow twice only': (retry, declared) => envelopeOf(declared, Math.min(retry, 3)),
  'waits that grow by a smaller factor': (retry, { base, factor }) => base * Math.sqrt(factor) ** (retry - 1),
};

/** How many retries to consider if a client declares no bound. */
const foreseen = 12;
const sameShare = 0.02;

/**
 * What a client might do instead of what it declares, if that would ever make a difference. Even waits are always
 * included: a client that cannot be distinguished from those has not been seen to back off.
 */
export function otherPolicies(declared: DeclaredBackoff): readonly OtherPolicy[] {
  const jitter = jitterBounds(declared);
  if (jitter === null) {
    const first = boundsOf(declared, { retry: 1, earlierMs: [] });
    return [{ name: 'waits that do not grow', bounds: () => first }];
  }
  const [lowest, highest] = jitter;
  const retries = Math.max(1, Math.min((declared.attempts ?? Infinity) - 1, foreseen));
  return Object.entries(envelopes).flatMap(([name, uncapped]) => {
    const envelope = (retry: number): number => Math.min(uncapped(retry, declared), declared.cap ?? Infinity);
    if (name !== 'even waits' && !differs(envelope, declared, retries)) return [];
    const bounds = (retry: number): WaitBounds =>
      withFloor(declared, { low: lowest * envelope(retry), high: highest * envelope(retry) });
    return { name, bounds };
  });
}

function differs(envelope: (retry: number) => number, declared: DeclaredBackoff, retries: number): boolean {
  return Array.from({ length: retries }, (_, index) => index + 1).some((retry) => {
    const own = envelopeOf(declared, retry);
    return Math.abs(envelope(retry) - own) > sameShare * own;
  });
}
