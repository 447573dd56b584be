/** Counts the requests of a run, and enforces their maximum. */
import type { ProgressBoard } from '@outreach-api/engine';
import { RecentRequests } from './recent-requests.ts';

/** How many of the last requests are reserved for checking that the target still answers as before. */
const keptBack = 4;

/** Counts the requests of a run, including those of waits and repetitions, and enforces a limit. */
export class RequestCount {
  readonly #progress: ProgressBoard | null;
  /** When they were sent. */
  readonly recent: RecentRequests;
  #most = Number.POSITIVE_INFINITY;
  /** How many were sent. */
  sent = 0;

  /**
   * @param progress - is notified of each request
   * @param recent - is notified as well: separate counts share it, as a limit of the target counts all of them
   */
  constructor(progress: ProgressBoard | null = null, recent = new RecentRequests()) {
    this.recent = recent;
    this.#progress = progress;
  }

  /** From now on, at most this many are sent in total. */
  keepTo(most: number): void {
    this.#most = most;
  }

  /**
   * Counts a request about to be sent, and returns its number; null if it must not be sent.
   *
   * @param isControl - whether it only checks the target: some are reserved for that
   */
  add(isControl = false): number | null {
    const most = isControl ? this.#most : this.#most - Math.min(keptBack, Math.floor(this.#most / 2));
    if (this.sent >= most) return null;
    this.sent += 1;
    this.recent.add();
    this.#progress?.sent();
    return this.sent;
  }
}
