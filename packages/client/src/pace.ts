/**
 * What a client knows about the rate limit, and the pace that it keeps. Times are in milliseconds.
 *
 * The pace halves when it proves too fast and recovers with time, so that the independent clients of a fleet settle at
 * shares of the limit.
 */

/**
 * After this time without a 429, or up to twice as long, the pace doubles; after twice as long, it is sixteen times as
 * fast.
 */
const doublingMs = 60_000;
/** If calls may be closer than this, the limit is forgotten. */
const shortestMs = 10;
/** The client's own rate is measured over this time. */
const windowMs = 10_000;

/** The pace of a client; none until it runs into a limit with a `Retry-After`. */
export interface Pace {
  /** Whether no limit is known, or it is forgotten. */
  isFree: () => boolean;
  /** The minimum wait for any call from then on; it may be over. */
  waitMs: (at?: number) => number;
  /** A call goes now: the next one comes at some distance. */
  go: () => void;
  /**
   * Records an answer to a request that started at `sentAt`.
   *
   * @param status - its status; undefined if it says nothing about the limit
   * @param waitMs - how long it asks to wait, if it does
   */
  note: (patience: Patience, sentAt: number, status?: number, waitMs?: number | null) => void;
}

/** How patient a call is. */
export interface Patience {
  baseDelayMs: number;
  /** The longest distance between calls when a limit is first met; 12 times `baseDelayMs` if not given. */
  spreadMs?: number | undefined;
  /** A longer wait is given up, and therefore limits no other call. */
  retryAfterMaxMs: number;
}

/** Creates the pace of a client. */
export function createPace(now: () => number, random: () => number): Pace {
  let isFree = true;
  // The distance between calls right after the pace was cut.
  let gapMs = 0;
  let [accepted, since, cutAt, nextAt, halvesInMs] = [0, 0, 0, 0, doublingMs];

  function gap(): number {
    if (isFree) return 0;
    const shrunkMs = gapMs / 2 ** ((Math.max(0, now() - cutAt) / halvesInMs) ** 2);
    isFree = shrunkMs < shortestMs;
    return shrunkMs;
  }

  function cut(spreadMs: number): void {
    // If the first call is limited, no rate is known: it may be one of many that were limited together.
    const ownMs = isFree ? Math.max(1000, now() - since) / accepted : gap();
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
        // Requests that were in flight when the pace was last cut say nothing about the new one.
        if (sentAt >= cutAt) cut(spreadMs);
        // A millisecond more than requested: timers fire a little early.
        nextAt = Math.max(nextAt, now() + waitMs + 1 + random() * gap());
      } else if (status && status !== 429) {
        if (sentAt - since > windowMs) {
          accepted = 0;
          since = sentAt;
        }
        accepted += 1;
      }
    },
  };
}
