/** Keeps probes that change something apart from those that look at it. */
/** What probes of the suite can look at and change; the names by which they keep out of each other's way. */
export type Resource = 'webhooks' | 'webhookTests' | 'senderProfiles' | 'keys' | 'rate';

/** The resources that a probe looks at, and those that it changes. */
export interface Touches {
  readonly reads: readonly Resource[];
  readonly changes: readonly Resource[];
}

interface Waiting {
  readonly exclusive: boolean;
  enter(): void;
}

/** Lets many readers in at once, or one writer alone, in the order of asking. */
class ReadWriteLock {
  #readers = 0;
  #writing = false;
  readonly #queue: Waiting[] = [];

  async acquire(exclusive: boolean): Promise<void> {
    return new Promise((enter) => {
      this.#queue.push({ exclusive, enter });
      this.#admit();
    });
  }

  release(exclusive: boolean): void {
    if (exclusive) this.#writing = false;
    else this.#readers -= 1;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (this.#writing || (next.exclusive && this.#readers > 0)) return;
      this.#queue.shift();
      if (next.exclusive) this.#writing = true;
      else this.#readers += 1;
      next.enter();
    }
  }
}

const order: readonly Resource[] = ['keys', 'rate', 'senderProfiles', 'webhooks', 'webhookTests'];

/** Keeps probes that change a resource of the target apart from those that look at it. */
export class ResourceLocks {
  readonly #locks = new Map<Resource, ReadWriteLock>(
    order.map((resource) => [resource, new ReadWriteLock()]),
  );

  /** Runs `work` while nobody changes what it reads, and nobody reads or changes what it changes. */
  async hold<Result>(touches: Touches, work: () => Promise<Result>): Promise<Result> {
    const taken: (() => void)[] = [];
    try {
      // Always in one order, so that two probes never wait for each other.
      for (const resource of order) {
        const exclusive = touches.changes.includes(resource);
        const lock = this.#locks.get(resource);
        if (lock === undefined || (!exclusive && !touches.reads.includes(resource))) continue;
        await lock.acquire(exclusive);
        taken.push(() => {
          lock.release(exclusive);
        });
      }
      return await work();
    } finally {
      for (const release of taken.toReversed()) release();
    }
  }
}
