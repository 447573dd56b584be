/** Counts the requests of a run, and keeps to the most that may be sent. */
import type { ProgressBoard } from '../engine/progress.ts';
import { RecentRequests } from './recent-requests.ts';

/** So many of the last requests are kept back for making sure that the target still answers as before. */
const keptBack = 8;

/** Counts the requests of a run, those of waits and repetitions included, and keeps to a bound. */
export class RequestCount {
  readonly #progress: ProgressBoard | null;
  /** When they were sent. */
  readonly recent: RecentRequests;
  #most = Number.POSITIVE_INFINITY;
  /** How many were sent. */
  sent = 0;

  /**
   * @param progress - told of each request
   * @param recent - told as well: whoever counts apart shares it, as a limit of the target counts all of them
   */
  constructor(progress: ProgressBoard | null = null, recent = new RecentRequests()) {
    this.recent = recent;
    this.#progress = progress;
  }

  /** From here on no more are sent than these, in all. */
  keepTo(most: number): void {
    this.#most = most;
  }

  /**
   * Counts one that is about to be sent, and tells its number; null where it must not be sent.
   *
   * @param isControl - whether it only makes sure of the target: some are kept back for that
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
