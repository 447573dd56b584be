/**
 * The rate limit as the calls of a client know it together.
 *
 * A `Retry-After` closes the gate for all of them. It opens gradually: one call at a time, in order, at a pace that
 * halves when it proves too fast and recovers with time, so that neither the calls of a client nor the clients of a
 * fleet, which know nothing of each other, return together.
 */
import type { Clock } from './clock.ts';
import { retryAfterOf } from './retry-after.ts';
import { untilAborted } from './until-aborted.ts';

/** How many requests a client has under way while a limit is known. */
const mostUnderWay = 8;
/** In this time without a 429, or up to twice of it, the pace doubles; in twice as long it is sixteen times as fast. */
const doublingMs = 60_000;
/** A pace beyond this, in calls per millisecond, is none: the limit is forgotten. */
const fastest = 0.1;
/** For how long calls are held back at the most by what a single answer said. */
const longestMs = 3_600_000;
/** Over this time the client's own rate is measured. */
const windowMs = 10_000;

/** A call that waits for its turn. */
interface Waiting {
  /** The number of the call: the lower goes first. */
  call: number;
  notBefore: number;
  /** A `Retry-After` longer than this is not waited for. */
  mostMs: number;
  /** Ends the wait: true, its turn has come; false, the limit lasts too long. */
  end: (itsTurn: boolean) => void;
}

/** Holds the calls of a client back while a limit is known. Times are in milliseconds. */
export interface LimitGate {
  /** How long a call that waits for `ms` by itself will wait at the least. */
  waitMs: (ms: number) => number;
  /** The latest answer that closed the gate. */
  readonly closedBy: Response | undefined;
  /** Takes a turn at once where no limit is known and nobody waits; whether it did. The turn ends with `leave`. */
  pass: () => boolean;
  /**
   * Waits for a turn, for `ms` at the least; the turn ends with `leave`. False, at once, where a `Retry-After` runs
   * for longer than `mostMs`. The signal's reason is thrown where it aborts.
   */
  enter: (
    wait: { call: number; ms: number; mostMs: number },
    signal: AbortSignal | undefined,
  ) => Promise<boolean>;
  leave: () => void;
  /**
   * Takes note of an answer to a request that began at `sentAt`. Where a limit is met of which nothing is known yet,
   * the pace begins at one call in `spreadMs`.
   */
  note: (answer: Response, sentAt: number, spreadMs: number) => void;
}

/** Makes a gate, which is open. */
export function createLimitGate({ now, after }: Clock, random: () => number): LimitGate {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let closedBy: Response | undefined;
  let [closedUntil, nextAt] = [0, 0];
  /** Calls per millisecond right after the last cut; Infinity: no limit is known. */
  let [pace, cutAt, doublesInMs] = [Infinity, 0, doublingMs];
  let [taken, since] = [0, 0];
  let cancel: (() => void) | undefined;

  const paceAt = (time: number): number => {
    const grown = pace * 2 ** ((Math.max(0, time - cutAt) / doublesInMs) ** 2);
    if (grown > fastest) pace = Infinity;
    return Math.max(pace, grown);
  };
  const end = (one: Waiting, itsTurn: boolean): void => {
    waiting.splice(waiting.indexOf(one), 1);
    one.end(itsTurn);
  };
  const release = (next: Waiting): void => {
    const time = now();
    nextAt = Math.max(nextAt, time) + (1 + random()) / paceAt(time);
    underWay += 1;
    end(next, true);
    schedule();
  };
  const turnOf = ({ notBefore }: Waiting): number => Math.max(nextAt, notBefore);
  function schedule(): void {
    cancel?.();
    cancel = undefined;
    const closedMs = closedUntil - now();
    for (const one of waiting.filter(({ mostMs }) => closedMs > mostMs)) end(one, false);
    const [first, ...others] = waiting;
    if (!first || (pace < Infinity && underWay >= mostUnderWay)) return;
    const next = others.reduce(
      (best, one) => ((turnOf(one) - turnOf(best) || one.call - best.call) < 0 ? one : best),
      first,
    );
    const ms = turnOf(next) - now();
    if (ms > 0) cancel = after(ms, () => release(next));
    else release(next);
  }

  return {
    waitMs: (ms) => Math.max(ms, nextAt - now()),
    get closedBy() {
      return closedBy;
    },
    pass() {
      const isOpen = pace === Infinity && waiting.length === 0 && nextAt <= now();
      if (isOpen) underWay += 1;
      return isOpen;
    },
    async enter({ call, ms, mostMs }, signal) {
      let one: Waiting;
      const turn = () =>
        new Promise<boolean>((resolve) => {
          one = { call, notBefore: now() + ms, mostMs, end: resolve };
          waiting.push(one);
          schedule();
        });
      return await untilAborted(turn, signal).catch((error: unknown) => {
        // Its turn may have come in the moment of the abort.
        if (waiting.includes(one)) end(one, false);
        else underWay -= 1;
        schedule();
        throw error;
      });
    },
    leave() {
      underWay -= 1;
      if (waiting.length > 0) schedule();
    },
    note(answer, sentAt, spreadMs) {
      if (answer.status !== 429) {
        if (sentAt - since > windowMs) [taken, since] = [0, sentAt];
        taken += 1;
        return;
      }
      const time = now();
      const retryAfterMs = retryAfterOf(answer.headers, time);
      if (retryAfterMs === null) return;
      closedBy = answer;
      closedUntil = Math.max(closedUntil, time + Math.min(retryAfterMs, longestMs));
      // What was under way when the pace was last cut says nothing of the new one.
      if (sentAt >= cutAt) {
        const isKnown = pace < Infinity;
        const own = isKnown ? paceAt(time) : (taken - 1) / Math.max(1000, time - since);
        pace = Math.max(Math.min(own, fastest) / 2, (isKnown ? 1 / 16 : 1) / spreadMs);
        cutAt = time;
        // Not the same for all: the clients of a fleet were limited together and must not recover together.
        doublesInMs = doublingMs * (1 + random());
      }
      // A millisecond more than was asked for: timers fire a little early.
      nextAt = Math.max(nextAt, closedUntil + 1 + random() / paceAt(time));
      schedule();
    },
  };
}
