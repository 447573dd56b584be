/** Counts the requests of each account (Limits: "limited per account; exceeding it yields 429"). */
import type { Dialect } from './dialect/dialect.ts';

/** This many requests in this many milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly perMs: number;
}

/** Whether a request is admitted; if not, when the next one would be, in ms. */
export type Admission = { readonly admitted: true } | { readonly admitted: false; readonly waitMs: number };

/** Admits requests by a name that they share, e.g. their account. */
export type Gate = (name: string | number, at: number) => Admission;

/** A gate that keeps to `limit`, counting in fixed windows, with a token bucket or over a sliding window. */
export function rateGate(limit: RateLimit, counts: Dialect['rateLimitWindow']): Gate {
  if (counts === 'fixed') return fixedWindow(limit);
  return counts === 'bucket' ? tokenBucket(limit) : slidingWindow(limit);
}

function fixedWindow({ requests, perMs }: RateLimit): Gate {
  const windows = new Map<string | number, { from: number; used: number }>();
  return (name, at) => {
    let window = windows.get(name);
    if (window === undefined || at - window.from >= perMs) {
      window = { from: at, used: 0 };
      windows.set(name, window);
    }
    if (window.used >= requests) return { admitted: false, waitMs: window.from + perMs - at };
    window.used += 1;
    return { admitted: true };
  };
}

function tokenBucket({ requests, perMs }: RateLimit): Gate {
  const buckets = new Map<string | number, { tokens: number; at: number }>();
  const tokenMs = perMs / requests;
  return (name, at) => {
    const bucket = buckets.get(name) ?? { tokens: requests, at };
    const tokens = Math.min(requests, bucket.tokens + (at - bucket.at) / tokenMs);
    const admitted = tokens >= 1;
    buckets.set(name, { tokens: admitted ? tokens - 1 : tokens, at });
    return admitted ? { admitted } : { admitted, waitMs: (1 - tokens) * tokenMs };
  };
}

function slidingWindow({ requests, perMs }: RateLimit): Gate {
  const times = new Map<string | number, number[]>();
  return (name, at) => {
    const latest = (times.get(name) ?? []).filter((time) => at - time < perMs);
    latest.push(at);
    // Anything older than these is irrelevant.
    times.set(name, latest.slice(-requests - 1));
    const oldest = latest.at(-requests - 1);
    return oldest === undefined ? { admitted: true } : { admitted: false, waitMs: oldest + perMs - at };
  };
}
