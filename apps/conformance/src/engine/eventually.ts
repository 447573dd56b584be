/** The one loop that waits until something shows. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock, Deadline } from './clock.ts';

/** What is waited for, and for how long; see `bounds.ts`. All times are in milliseconds. */
export interface Bound {
  /** What patience is learnt by. */
  readonly subject: string;
  /** For how long at the most, as long as nothing was learnt. */
  readonly forMs: number;
  /** For how long once that was too often in vain; as long as ever where not set. */
  readonly leastMs?: number;
  /** How often it may be in vain before less is waited; never where not set. */
  readonly vainAllowed?: number;
  /** Before the second look. Pauses grow from there on. */
  readonly firstPauseMs?: number;
  /** Pauses do not grow any longer than that; a sixth of the whole where not set. */
  readonly longestPauseMs?: number;
  /** So many looks are made, however long each takes; one where not set. */
  readonly leastLooks?: number;
  /** What shows must still show that much later. */
  readonly lastsMs?: number;
  /** What shows in part, and has not changed for so long, is taken to be all that comes. */
  readonly unchangedMs?: number;
}

/** By what is waited, and what was learnt of it. */
export interface Waiter {
  readonly clock: Clock;
  readonly patience: LearntPatience;
}

/** How a wait ended. */
export interface Waited<Seen> {
  /** Whether what was waited for has shown. */
  readonly shown: boolean;
  /** The last look. */
  readonly last: Seen;
}

const usualFirstPauseMs = 40;
const growth = 1.6;
const longestPauseMs = 2000;

interface Lesson {
  readonly inVain: number;
  readonly longestMs: number;
}

/** How patient a session has learnt to be, by what is waited for. */
export class LearntPatience {
  readonly #lessons = new Map<string, Lesson>();

  /**
   * For how long something is waited for: less where that was often in vain, and at least twice as long as it was ever
   * seen to take.
   */
  with({ subject, forMs, leastMs = forMs, vainAllowed = Number.POSITIVE_INFINITY }: Bound): number {
    const { inVain, longestMs } = this.#lesson(subject);
    return Math.max(inVain < vainAllowed ? forMs : leastMs, 2 * Math.min(longestMs, forMs));
  }

  /** Whether it was so often in vain that less is waited from now on. */
  isLost({ subject, vainAllowed = Number.POSITIVE_INFINITY }: Bound): boolean {
    return this.#lesson(subject).inVain >= vainAllowed;
  }

  learn({ subject }: Bound, shown: boolean, tookMs: number): void {
    const { inVain, longestMs } = this.#lesson(subject);
    this.#lessons.set(
      subject,
      shown ? { inVain, longestMs: Math.max(longestMs, tookMs) } : { inVain: inVain + 1, longestMs },
    );
  }

  #lesson(subject: string): Lesson {
    return this.#lessons.get(subject) ?? { inVain: 0, longestMs: 0 };
  }
}

/**
 * Looks again and again, with pauses that grow, until what is waited for shows, or patience ends. The last look is made
 * when it does. Pauses are of uneven length, so as not to fall in step with what others do in a rhythm.
 *
 * @param showsSome - whether a look shows a part of it; see {@link Bound.unchangedMs}
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
    if (isStuck || (deadline.isOver && looks >= leastLooks && !shown)) {
      patience.learn(bound, false, clock.now() - began);
      return { shown: false, last };
    }
    wasShown = shown;
    const pause = shown ? lastsMs : withoutRest(pauses.next().value, deadline);
    await clock.wait(Math.max(1, pause));
    const now = await look();
    looks += 1;
    if (!isDeepStrictEqual(now, last)) since = clock.now();
    last = now;
  }
}

/** A pause, or all that is left: no look comes right before the last. */
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
