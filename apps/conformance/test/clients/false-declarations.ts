/** Clients that do not do what they declare. */
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import {
  declaredWait,
  decorrelatedV2,
  honestClient,
  type SimulatedClient,
  type Wait,
} from './simulated-retries.ts';

/** A client and what it declares. */
export interface FalseDeclaration {
  readonly declared: DeclaredBackoff;
  readonly client: SimulatedClient;
}

const plain: DeclaredBackoff = {
  base: 200,
  factor: 2,
  cap: null,
  floor: 0,
  addedJitter: 0,
  jitter: 'none',
  attempts: 6,
  retryAfterMax: 60,
  retryAfterDates: true,
  from: 'end',
};
const { retryAfterMax: _undeclared, ...silent } = plain;
const equal: DeclaredBackoff = { ...plain, jitter: [0.5, 1] };
const full: DeclaredBackoff = { ...plain, jitter: 'full' };
const decorrelated: DeclaredBackoff = { ...plain, jitter: 'decorrelated' };

const at = (envelope: (retry: number) => number): Wait => envelope;
const upTo =
  (envelope: (retry: number) => number): Wait =>
  (retry, random) =>
    random() * envelope(retry);
const halfUpTo =
  (envelope: (retry: number) => number): Wait =>
  (retry, random) =>
    (0.5 + 0.5 * random()) * envelope(retry);

function waits(declared: DeclaredBackoff, wait: Wait): FalseDeclaration {
  return { declared, client: { ...honestClient(declared), wait } };
}

const v2: DeclaredBackoff = { ...plain, jitter: 'decorrelated-v2', attempts: 8 };
/** Stripe's policy. */
const inSeconds: DeclaredBackoff = {
  ...plain,
  base: 500,
  cap: 5000,
  floor: 500,
  jitter: [0.5, 1],
  retryAfterDates: false,
};
/** Stamina's policy. */
const added: DeclaredBackoff = { ...plain, base: 100, cap: 5000, addedJitter: 1000, attempts: 10 };
/** Tenacity's policy with `min`. */
const withFloor: DeclaredBackoff = { ...plain, base: 1000, cap: 60_000, floor: 4000, attempts: 8 };

function stated(declared: DeclaredBackoff, afterStated: SimulatedClient['afterStated']): FalseDeclaration {
  return { declared, client: { ...honestClient(declared), afterStated } };
}

const own = declaredWait(plain);

/** Each named after what it does and what it declares. */
export const falseDeclarations: Readonly<Record<string, FalseDeclaration>> = {
  even: waits(
    plain,
    at(() => 200),
  ),
  'even, declared with equal jitter': waits(
    equal,
    at(() => 200),
  ),
  'even with equal jitter': waits(
    equal,
    halfUpTo(() => 200),
  ),
  'even, declared with full jitter': waits(
    full,
    at(() => 200),
  ),
  'even with full jitter': waits(
    full,
    upTo(() => 200),
  ),
  'even, declared decorrelated': waits(
    decorrelated,
    at(() => 200),
  ),
  'decorrelated from the base each time': waits(decorrelated, (_, random) => 200 + 400 * random()),
  linear: waits(
    plain,
    at((retry) => 200 * retry),
  ),
  'linear with an offset': waits(
    plain,
    at((retry) => 100 * retry + 100),
  ),
  'linear with equal jitter': waits(
    equal,
    halfUpTo((retry) => 200 * retry),
  ),
  'linear with full jitter': waits(
    full,
    upTo((retry) => 200 * retry),
  ),
  'linear, declared decorrelated': waits(
    decorrelated,
    at((retry) => 200 * retry),
  ),
  quadratic: waits(
    plain,
    at((retry) => 200 * retry ** 2),
  ),
  'quadratic with equal jitter': waits(
    equal,
    halfUpTo((retry) => 200 * retry ** 2),
  ),
  'quadratic with full jitter': waits(
    full,
    upTo((retry) => 200 * retry ** 2),
  ),
  'capped early': waits(
    plain,
    at((retry) => Math.min(400, 200 * 2 ** (retry - 1))),
  ),
  'capped early with full jitter': waits(
    full,
    upTo((retry) => Math.min(800, 200 * 2 ** (retry - 1))),
  ),
  'by a factor of 1.2': waits(
    plain,
    at((retry) => 200 * 1.2 ** (retry - 1)),
  ),
  'by a factor of 1.2 with equal jitter': waits(
    equal,
    halfUpTo((retry) => 200 * 1.2 ** (retry - 1)),
  ),
  'by a factor of 1.2 with full jitter': waits(
    full,
    upTo((retry) => 200 * 1.2 ** (retry - 1)),
  ),
  'each wait longer by a fifth': waits(
    plain,
    at((retry) => 240 * 2 ** (retry - 1)),
  ),
  'at once': waits(
    plain,
    at(() => 0),
  ),
  'no jitter, declared full': waits(full, own),
  'from a tenth of the base': waits(
    plain,
    at((retry) => 20 * 2 ** (retry - 1)),
  ),
  'shorter and shorter': waits(
    plain,
    at((retry) => 200 / 2 ** (retry - 1)),
  ),
  'before a long Retry-After': stated(plain, (statedMs, ownMs) =>
    Math.max(ownMs, Math.min(statedMs, 30_000)),
  ),
  'without regard to Retry-After': stated(plain, (_, ownMs) => ownMs),
  'at once where Retry-After is 0': stated(plain, (statedMs) => Math.max(0, statedMs)),
  'at once where Retry-After is 0, declared not to listen': stated(
    { ...plain, retryAfterMax: 0 },
    (statedMs, ownMs) => (statedMs <= 0 ? 0 : ownMs),
  ),
  'more attempts than declared': { declared: plain, client: { ...honestClient(plain), attempts: 8 } },
  'even, declared as decorrelated-v2': waits(
    v2,
    at(() => 200),
  ),
  'decorrelated-v2 from the first wait each time': waits(v2, (_retry, random, previousMs) =>
    decorrelatedV2(200, 2, Infinity)(1, random, previousMs),
  ),
  'linear with full jitter, declared as decorrelated-v2': waits(
    v2,
    upTo((retry) => 275 * retry),
  ),
  'AWS decorrelated, declared as decorrelated-v2': waits(v2, declaredWait(decorrelated)),
  'decorrelated-v2, declared as AWS decorrelated': waits(decorrelated, declaredWait(v2)),
  'before its floor': waits(
    { ...inSeconds, retryAfterMax: 0 },
    (retry, random) => (0.5 + 0.5 * random()) * Math.min(5000, 500 * 2 ** (retry - 1)),
  ),
  'before Retry-After in seconds': stated(inSeconds, (_statedMs, ownMs) => ownMs),
  'sooner than its own waits where Retry-After is a date': stated(
    inSeconds,
    (statedMs, ownMs, _random, kind) => (kind === 'date' ? 100 : Math.max(statedMs, ownMs)),
  ),
  'even with what it adds': waits(added, (_retry, random) => 100 + 1000 * random()),
  'what it adds alone, declared with full jitter': waits(
    { ...added, jitter: 'full' },
    (_retry, random) => 1000 * random(),
  ),
  'the floor each time': waits(
    withFloor,
    at(() => 4000),
  ),
  'a floor, and growth by the same amount': waits(
    withFloor,
    at((retry) => Math.max(4000, 1000 * retry)),
  ),
  'sooner than Retry-After and its own waits, nothing declared about the header': stated(silent, () => 50),
  'declared with a floor at the cap': waits(
    { ...plain, cap: 400, floor: 400 },
    at(() => 400),
  ),
  'declared with a factor of 1': waits(
    { ...plain, factor: 1 },
    at(() => 200),
  ),
  'declared with a cap at the base': waits(
    { ...plain, cap: 200 },
    at(() => 200),
  ),
};
