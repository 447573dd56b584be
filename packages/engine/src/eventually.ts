/** The one loop that waits until something shows. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock, Deadline } from './clock.ts';

/** What to wait for, and how long; see `bounds.ts`. All times are in milliseconds. */
export interface Bound {
  /** The name under which patience is learnt. */
  readonly subject: string;
  /** The maximum wait, as long as nothing was learnt. */
  readonly forMs: number;
  /** The maximum wait after too many waits without success; unchanged if not set. */
  readonly leastMs?: number;
  /** How many waits may end without success before waits get shorter; no limit if not set. */
  readonly failuresAllowed?: number;
  /** The pause before the second look. Later pauses grow. */
  readonly firstPauseMs?: number;
  /** The longest pause; a sixth of the whole wait if not set. */
  readonly longestPauseMs?: number;
  /** The minimum number of looks, however long each takes; one if not set. */
  readonly leastLooks?: number;
  /** What shows must still show this much later. */
  readonly lastsMs?: number;
  /** A partial result that has not changed for this long is taken to be complete. */
  readonly unchangedMs?: number;
}

/** The clock to wait by, and the patience learnt so far. */
export interface Waiter {
  readonly clock: Clock;
  readonly patience: LearntPatience;
}

/** How a wait ended. */
export interface Waited<Seen> {
  /** Whether it has shown. */
  readonly shown: boolean;
  /** The last look. */
  readonly last: Seen;
}

const usualFirstPauseMs = 40;
const growth = 1.6;
const longestPauseMs = 2000;

interface WaitingRecord {
  readonly failures: number;
  readonly longestMs: number;
}

/** How patient a session has learnt to be, by subject. */
export class LearntPatience {
  readonly #records = new Map<string, WaitingRecord>();

  /**
   * How long to wait: less after many waits without success, but at least twice as long as it was ever seen to take.
   */
  with({ subject, forMs, leastMs = forMs, failuresAllowed = Number.POSITIVE_INFINITY }: Bound): number {
    const { failures, longestMs } = this.#recordOf(subject);
    return Math.max(failures < failuresAllowed ? forMs : leastMs, 2 * Math.min(longestMs, forMs));
  }

  /** Whether so many waits were without success that waits are shorter from now on. */
  isExhausted({ subject, failuresAllowed = Number.POSITIVE_INFINITY }: Bound): boolean {
    return this.#recordOf(subject).failures >= failuresAllowed;
  }

  learn({ subject }: Bound, shown: boolean, tookMs: number): void {
    const { failures, longestMs } = this.#recordOf(subject);
    this.#records.set(
      subject,
      shown ? { failures, longestMs: Math.max(longestMs, tookMs) } : { failures: failures + 1, longestMs },
    );
  }

  #recordOf(subject: string): WaitingRecord {
    return this.#records.get(subject) ?? { failures: 0, longestMs: 0 };
  }
}

/**
 * Looks again and again, with growing pauses, until what is awaited shows or patience ends. The last look is made when
 * patience ends. Pauses vary in length, so as not to fall into step with others who act at a regular interval.
 *
 * @param showsSome - whether a look shows a partial result; see {@link Bound.unchangedMs}
 */
export async function eventually<Seen>(
  { clock, patience }: Waiter,
  bound: Bound,
  look: () => Promise<Seen>,
  isShown: (seen: Seen) => boolean,
  showsSome: (seen: Seen) => boolean = () => false,
): Promise<Waited<Seen>> {
  const began = clock.now();
  const deadline = clock.deadline(patience.with(bound));
  const { lastsMs = 0, unchangedMs = Number.POSITIVE_INFINITY, leastLooks = 1 } = bound;
  const pauses = growing(bound);
  // A look may take long: what it saw early in it says nothing about the end of the wait.
  let isLate = deadline.isOver;
  let last = await look();
  let looks = 1;
  let since = clock.now();
  let wasShown = false;
  for (;;) {
    const shown = isShown(last);
    if (shown && (lastsMs === 0 || wasShown)) {
      patience.learn(bound, true, clock.now() - began);
      return { shown, last };
    }
    const isStuck = showsSome(last) && clock.now() - since >= unchangedMs;
    if (isStuck || (isLate && looks >= leastLooks && !shown)) {
      patience.learn(bound, false, clock.now() - began);
      return { shown: false, last };
    }
    wasShown = shown;
    const pause = shown ? lastsMs : withoutRest(pauses.next().value, deadline);
    await clock.wait(Math.max(1, pause));
    isLate = deadline.isOver;
    const now = await look();
    looks += 1;
    if (!isDeepStrictEqual(now, last)) since = clock.now();
    last = now;
  }
}

/** A pause, or all the time that is left, so that no look comes right before the last one. */
function withoutRest(pause: number, { leftMs }: Deadline): number {
  return leftMs < 1.5 * pause ? leftMs : pause;
}

function* growing({
  forMs,
  firstPauseMs = usualFirstPauseMs,
  ...bound
}: Bound): Generator<number, never, undefined> {
  const longest = bound.longestPauseMs ?? Math.min(longestPauseMs, forMs / 6);
  for (let pause = firstPauseMs; ; pause = Math.max(firstPauseMs, Math.min(longest, pause * growth)))
    yield pause * (0.75 + 0.5 * Math.random());
}
