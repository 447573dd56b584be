/** Remembers when requests were sent. */
import { systemClock } from '@outreach-api/engine';

const mostKept = 2000;

/** The latest requests of this process to a target, whoever sent them. */
export class RecentRequests {
  readonly #at: number[] = [];

  /** A request is being sent now. */
  add(): void {
    this.#at.push(systemClock.now());
    if (this.#at.length > mostKept) this.#at.splice(0, mostKept / 2);
  }

  /** How many were sent in the last second. */
  get inLastSecond(): number {
    const since = systemClock.now() - 1000;
    return this.#at.filter((at) => at > since).length;
  }
}
