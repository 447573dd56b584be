/**
 * What a client knows of the rate limit, and the pace that it keeps. Times are in milliseconds.
 *
 * The pace halves when it proves too fast and recovers with time, so that the clients of a fleet, which know nothing of
 * each other, settle at shares of the limit.
 */

/** In this time without a 429, or up to twice of it, the pace doubles; in twice as long it is sixteen times as fast. */
const doublingMs = 60_000;
/** Where calls may be closer than this, the limit is forgotten. */
const shortestMs = 10;
/** Over this time the client's own rate is measured. */
const windowMs = 10_000;

/** The pace of a client; none until a limit is met with a `Retry-After`. */
export interface Pace {
  /** Whether no limit is known, or it is forgotten. */
  isFree: () => boolean;
  /** How long any call waits from then on, at the least; it may be over. */
  waitMs: (at?: number) => number;
  /** A call goes now: the next one comes at some distance. */
  go: () => void;
  /**
   * Takes note of an answer to a request that began at `sentAt`.
   *
   * @param status - its status; undefined where it says nothing of the limit
   * @param waitMs - how long it asks to wait, where it says so
   */
  note: (patience: Patience, sentAt: number, status?: number, waitMs?: number | null) => void;
}

/** What a call is ready for. */
export interface Patience {
  baseDelayMs: number;
  /** The longest distance between calls where a limit is met for the first time; 12 times `baseDelayMs` if not given. */
  spreadMs?: number | undefined;
  /** A longer wait is given up, and so is nobody's limit. */
  retryAfterMaxMs: number;
}

/** Makes the pace of a client. */
export function createPace(now: () => number, random: () => number): Pace {
  let isFree = true;
  // The distance between calls as it was right after the pace was cut.
  let gapMs = 0;
  let [taken, since, cutAt, nextAt, halvesInMs] = [0, 0, 0, 0, doublingMs];

  function gap(): number {
    if (isFree) return 0;
    const shrunkMs = gapMs / 2 ** ((Math.max(0, now() - cutAt) / halvesInMs) ** 2);
    isFree = shrunkMs < shortestMs;
    return shrunkMs;
  }

  function cut(spreadMs: number): void {
    // Of a client whose first call is limited no rate is known: it may be one of many that were limited together.
    const ownMs = isFree ? Math.max(1000, now() - since) / taken : gap();
    gapMs = Math.min(2 * Math.max(ownMs, shortestMs), (isFree ? 1 : 16) * spreadMs);
    isFree = false;
    cutAt = now();
    // Not the same for all: the clients of a fleet were limited together and must not recover together.
    halvesInMs = doublingMs * (1 + random());
  }

  return {
    isFree: () => isFree,
    waitMs: (at = now()) => nextAt - at,
    go() {
      nextAt = Math.max(nextAt, now()) + (1 + random()) * gap();
    },
    note({ baseDelayMs, spreadMs = 12 * baseDelayMs, retryAfterMaxMs }, sentAt, status, waitMs) {
      if (status === 429 && waitMs && waitMs <= retryAfterMaxMs) {
        // What was under way when the pace was last cut says nothing of the new one.
        if (sentAt >= cutAt) cut(spreadMs);
        // A millisecond more than was asked for: timers fire a little early.
        nextAt = Math.max(nextAt, now() + waitMs + 1 + random() * gap());
      } else if (status && status !== 429) {
        if (sentAt - since > windowMs) {
          taken = 0;
          since = sentAt;
        }
        taken += 1;
      }
    },
  };
}
