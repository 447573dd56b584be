/** Policies of real clients as in their code, and as their owners would declare them. */
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { decorrelatedV2, type SimulatedClient, type Wait } from './simulated-retries.ts';

/** A real client. */
export interface RealPolicy {
  readonly client: SimulatedClient;
  /** Null if its behaviour cannot be declared. */
  readonly declared: DeclaredBackoff | null;
}

type AfterStated = SimulatedClient['afterStated'];

const waits: AfterStated = (statedMs, ownMs) => Math.max(statedMs, ownMs);
const asStated: AfterStated = (statedMs) => Math.max(0, statedMs);
/** A `Retry-After` of 0 is ignored. */
const asStatedBut0: AfterStated = (statedMs, ownMs) => (statedMs > 0 ? statedMs : ownMs);
const ignores: AfterStated = (_, ownMs) => ownMs;
const upTo =
  (mostMs: number): AfterStated =>
  (statedMs, ownMs) =>
    statedMs > 0 ? Math.min(statedMs, mostMs) : ownMs;

/** A date is ignored, as is a longer wait. */
const secondsUpTo =
  (most: number): AfterStated =>
  (statedMs, ownMs, _, kind) =>
    kind === 'seconds' && statedMs <= most * 1000 ? Math.max(statedMs, ownMs) : ownMs;

const between = (lowest: number, highest: number, random: number): number =>
  lowest + random * (highest - lowest);

const doubling =
  (base: number, cap = Infinity): ((retry: number) => number) =>
  (retry) =>
    Math.min(base * 2 ** (retry - 1), cap);
const times =
  (envelope: (retry: number) => number, lowest: number, highest: number): Wait =>
  (retry, random) =>
    envelope(retry) * (lowest + random() * (highest - lowest));

const plain: DeclaredBackoff = {
  base: 1000,
  factor: 2,
  cap: null,
  floor: 0,
  addedJitter: 0,
  jitter: 'none',
  attempts: 4,
  retryAfterMax: null,
  retryAfterDates: true,
  from: 'end',
};
const { retryAfterMax: _undeclared, ...silent } = plain;

function client(wait: Wait, attempts: number, afterStated: AfterStated = waits): SimulatedClient {
  return { wait, attempts, from: 'end', afterStated };
}

/** Clients that back off exponentially. */
export const exponentialPolicies: Readonly<Record<string, RealPolicy>> = {
  'outreach client': {
    client: client(times(doubling(500, 30_000), 0.5, 1), 5),
    declared: { ...plain, base: 500, cap: 30_000, jitter: [0.5, 1], attempts: 5 },
  },
  got: {
    client: client((retry, random) => doubling(1000)(retry) + 100 * random(), 3, asStatedBut0),
    declared: { ...plain, jitter: [1, 1.1], attempts: 3 },
  },
  ky: {
    client: client(times(doubling(300), 1, 1), 3, asStated),
    declared: { ...plain, base: 300, attempts: 3 },
  },
  'ky with jitter': {
    client: client(times(doubling(300), 0, 1), 3, asStated),
    declared: { ...plain, base: 300, jitter: 'full', attempts: 3 },
  },
  'undici RetryAgent': {
    client: client(times(doubling(500, 30_000), 1, 1), 6, upTo(30_000)),
    declared: { ...plain, base: 500, cap: 30_000, attempts: 6, retryAfterMax: 30 },
  },
  'p-retry': {
    client: client(times(doubling(1000), 1, 1), 11, ignores),
    declared: { ...plain, attempts: 11, retryAfterMax: 0 },
  },
  'p-retry, randomized': {
    client: client(times(doubling(1000), 1, 2), 11, ignores),
    declared: { ...plain, jitter: [1, 2], attempts: 11, retryAfterMax: 0 },
  },
  'axios-retry with exponentialDelay': {
    client: client(times(doubling(200), 1, 1.2), 4),
    declared: { ...plain, base: 200, jitter: [1, 1.2] },
  },
  'Stainless SDKs': {
    client: client(times(doubling(500, 8000), 0.75, 1), 3, (statedMs, ownMs) =>
      statedMs > 0 && statedMs <= 60_000 ? statedMs : ownMs,
    ),
    declared: { ...plain, base: 500, cap: 8000, jitter: [0.75, 1], attempts: 3, retryAfterMax: 60 },
  },
  'AWS SDK, standard mode': {
    client: client(times(doubling(1000, 20_000), 0, 1), 3, (statedMs, ownMs) =>
      Math.max(ownMs, Math.min(statedMs, ownMs + 5000)),
    ),
    declared: { ...plain, cap: 20_000, jitter: 'full', attempts: 3, retryAfterMax: 5 },
  },
  'urllib3 with a factor': {
    client: client((retry) => (retry === 1 ? 0 : 200 * 2 ** (retry - 1)), 5, asStated),
    declared: null,
  },
  'tenacity wait_random_exponential': {
    client: client(times(doubling(1000), 0, 1), 6, ignores),
    declared: { ...plain, jitter: 'full', attempts: 6, retryAfterMax: 0 },
  },
  'backoff expo': {
    client: client(times(doubling(1000), 0, 1), 6, ignores),
    declared: { ...plain, jitter: 'full', attempts: 6, retryAfterMax: 0 },
  },
  'go-retryablehttp': {
    client: client(times(doubling(1000, 30_000), 1, 1), 5, asStated),
    declared: { ...plain, cap: 30_000, attempts: 5 },
  },
  'gRPC, start to start': {
    client: {
      ...client(
        times((retry) => Math.min(1000 * 1.6 ** (retry - 1), 120_000), 0.8, 1.2),
        8,
      ),
      from: 'start',
    },
    declared: { ...plain, factor: 1.6, cap: 120_000, jitter: [0.8, 1.2], attempts: 8, from: 'start' },
  },
  'Resilience4j, randomized': {
    client: client(
      times((retry) => 500 * 1.5 ** (retry - 1), 0.5, 1.5),
      5,
      ignores,
    ),
    declared: { ...plain, base: 500, factor: 1.5, jitter: [0.5, 1.5], attempts: 5, retryAfterMax: 0 },
  },
  'cockatiel, with its own words': {
    client: client(decorrelatedV2(128, 2, 30_000), 6, ignores),
    declared: { ...plain, base: 128, cap: 30_000, jitter: 'decorrelated-v2', attempts: 6, retryAfterMax: 0 },
  },
  'cockatiel, with bounds': {
    client: client(decorrelatedV2(128, 2, 30_000), 6, ignores),
    declared: { ...plain, base: 128, jitter: [0, 2 / 1.4], attempts: 6, retryAfterMax: 0 },
  },
  'Polly, capped, without a word about Retry-After': {
    client: client(decorrelatedV2(1000, 2, 5000), 6, ignores),
    declared: { ...silent, cap: 5000, jitter: 'decorrelated-v2', attempts: 6 },
  },
  'AWS SDK of the article, decorrelated': {
    client: client(
      (_retry, random, previousMs) => Math.min(20_000, 200 + random() * (3 * (previousMs ?? 200) - 200)),
      7,
      ignores,
    ),
    declared: { ...plain, base: 200, cap: 20_000, jitter: 'decorrelated', attempts: 7, retryAfterMax: 0 },
  },
  'stripe-node': {
    client: client(
      (retry, random) => Math.max(500, doubling(500, 5000)(retry) * 0.5 * (1 + random())),
      6,
      secondsUpTo(60),
    ),
    declared: {
      ...plain,
      base: 500,
      cap: 5000,
      floor: 500,
      jitter: [0.5, 1],
      attempts: 6,
      retryAfterMax: 60,
      retryAfterDates: false,
    },
  },
  stamina: {
    client: client((retry, random) => Math.min(5000, doubling(100)(retry) + 1000 * random()), 10, ignores),
    declared: { ...plain, base: 100, cap: 5000, addedJitter: 1000, attempts: 10, retryAfterMax: 0 },
  },
  'tenacity wait_exponential with min': {
    client: client((retry) => Math.max(4000, doubling(1000, 60_000)(retry)), 8, ignores),
    declared: { ...plain, cap: 60_000, floor: 4000, attempts: 8, retryAfterMax: 0 },
  },
  'tenacity wait_random_exponential with min': {
    client: client(
      (retry, random) => between(1000, Math.max(1000, doubling(1000, 60_000)(retry)), random()),
      8,
      ignores,
    ),
    declared: { ...plain, cap: 60_000, floor: 1000, jitter: 'full', attempts: 8, retryAfterMax: 0 },
  },
  curl: {
    client: client(times(doubling(1000, 600_000), 1, 1), 6),
    declared: { ...plain, cap: 600_000, attempts: 6 },
  },
};

/** Clients that do not back off exponentially. */
export const otherRealPolicies: Readonly<Record<string, RealPolicy>> = {
  'axios-retry by default': { client: client(() => 0, 4), declared: null },
  'urllib3 without a factor': { client: client(() => 0, 4, asStated), declared: null },
  'fetch-retry': { client: client(() => 1000, 4, ignores), declared: null },
  'fetch-retry, declared': {
    client: client(() => 1000, 4, ignores),
    declared: { ...plain, factor: 1, retryAfterMax: 0 },
  },
  'octokit plugin-retry': {
    client: client((retry) => 1000 * retry ** 2, 4),
    declared: plain,
  },
  'octokit plugin-retry, undeclared': { client: client((retry) => 1000 * retry ** 2, 4), declared: null },
  'go-retryablehttp with LinearJitterBackoff': {
    client: client((retry, random) => retry * (800 + 200 * random()), 5, asStated),
    declared: { ...plain, jitter: [0.8, 1], attempts: 5 },
  },
};
