/** Watches whether the target still answers, and ends the run where it does not. */
import { setTimeout as wait } from 'node:timers/promises';

const silencesInARow = 10;
/** A target that restarts is given this long to come back, in milliseconds, pause by pause. */
const pauses: readonly number[] = [0, 1000, 3000];

/** What a vigil asks and does. */
export interface Watched {
  /** Sends a request that changes nothing; resolves to whether it was answered at all. */
  isThere(): Promise<boolean>;
  /** Ends the run. @param why - of the latest request that was not answered */
  end(why: string): void;
}

/**
 * Watches whether the target still answers. Where many requests in a row were not answered, one that changes nothing
 * is sent; where that is not answered either, several times, the run is ended: the job must not hang.
 */
export class Vigil {
  readonly #watched: Watched;
  #silences = 0;
  #looking: Promise<void> | null = null;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  answered(): void {
    this.#silences = 0;
  }

  /** Resolves once it is clear whether the target is still there. */
  async unanswered(why: string): Promise<void> {
    this.#silences += 1;
    if (this.#silences < silencesInARow) return;
    this.#looking ??= this.#look(why).finally(() => {
      this.#looking = null;
    });
    await this.#looking;
  }

  async #look(why: string): Promise<void> {
    for (const pause of pauses) {
      await wait(pause);
      if (!(await this.#watched.isThere())) continue;
      this.#silences = 0;
      return;
    }
    this.#watched.end(why);
  }
}
