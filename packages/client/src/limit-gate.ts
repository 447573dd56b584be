/**
 * The gate that all calls of a client go through. A `Retry-After` closes it for all of them; it opens gradually: one
 * call at a time, in order, at the pace that the client keeps. Times are in milliseconds.
 */
import type { Clock } from './clock.ts';
import { createPace } from './pace.ts';
import type { Pace } from './pace.ts';

/** A call that waits for its turn. */
interface Waiting {
  /** When the call started: the earlier goes first. */
  began: number;
  notBefore: number;
  go: () => void;
}

/** Holds the calls of a client back while a limit is known: then it has at most 8 requests in flight. */
export interface LimitGate extends Pick<Pace, 'waitMs'> {
  /**
   * Waits for a turn, for at least `ms`; undefined if there is nothing to wait for. The turn ends with `leave`, and
   * never comes if a signal aborts.
   */
  enter: (began: number, ms: number, signals: readonly AbortSignal[]) => Promise<void> | undefined;
  /** Ends a turn, and records the answer. */
  leave: Pace['note'];
}

/** The call whose turn comes first; for the same turn, the one that started first. */
function nextOf(waiting: Set<Waiting>, nextAt: number): Waiting | undefined {
  const turnOf = ({ notBefore }: Waiting): number => Math.max(nextAt, notBefore);
  return [...waiting].toSorted((a, b) => turnOf(a) - turnOf(b) || a.began - b.began)[0];
}

/** Creates an open gate. */
export function createLimitGate({ now, after, random }: Clock & { random: () => number }): LimitGate {
  const { isFree, waitMs, go: keepPace, note } = createPace(now, random);
  const waiting = new Set<Waiting>();
  let underWay = 0;
  let cancel: (() => void) | undefined;

  const release = (next: Waiting): void => {
    keepPace();
    underWay += 1;
    waiting.delete(next);
    next.go();
  };

  /** Releases the calls whose turn has come, the earlier first, and waits for the next one. */
  function schedule(): void {
    cancel?.();
    for (;;) {
      const next = nextOf(waiting, now() + waitMs());
      if (!next || (!isFree() && underWay >= 8)) return;
      const ms = Math.max(waitMs(), next.notBefore - now());
      if (ms <= 0) release(next);
      else {
        cancel = after(ms, () => {
          release(next);
          schedule();
        });
        return;
      }
    }
  }

  return {
    waitMs,
    enter(began, ms, signals) {
      if (ms <= 0 && isFree() && waiting.size === 0 && waitMs(began) <= 0) {
        underWay += 1;
        return undefined;
      }
      return new Promise((go) => {
        const one = { began, notBefore: now() + ms, go };
        waiting.add(one);
        for (const signal of signals)
          signal.addEventListener('abort', () => waiting.delete(one) && schedule());
        schedule();
      });
    },
    leave(patience, sentAt, status, limitMs) {
      underWay -= 1;
      note(patience, sentAt, status, limitMs);
      if (waiting.size > 0) schedule();
    },
  };
}
