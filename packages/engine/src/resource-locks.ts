/** Keeps probes that change something apart from those that look at it. */

/** The resources that a probe looks at, and those that it changes. */
export interface Touches<Resource extends string> {
  readonly reads: readonly Resource[];
  readonly changes: readonly Resource[];
  /** Those of which it changes single records only, locking each one itself; see {@link ResourceLocks.holdRecords}. */
  readonly changesRecordsOf?: readonly Resource[];
}

/** The records that a probe looks at, and those that it changes, by name. */
export interface TouchedRecords {
  readonly reads: readonly string[];
  readonly changes: readonly string[];
}

/** Readers share with readers, those that change single records share with each other, and a writer is alone. */
type Mode = 'look' | 'change records' | 'alone';

interface Waiting {
  readonly mode: Mode;
  enter(): void;
}

/**
 * Lets in together those that want the same mode, or one alone. A newcomer with the same mode as those inside joins
 * them, ahead of others that have waited longer: trials end, so that all get a turn.
 */
class GroupLock {
  #inside = 0;
  #mode: Mode = 'look';
  #queue: Waiting[] = [];

  async acquire(mode: Mode): Promise<void> {
    return new Promise((enter) => {
      this.#queue.push({ mode, enter });
      this.#admit();
    });
  }

  release(): void {
    this.#inside -= 1;
    this.#admit();
  }

  #admit(): void {
    const mode = this.#inside > 0 ? this.#mode : this.#queue[0]?.mode;
    if (mode === undefined || (mode === 'alone' && this.#inside > 0)) return;
    const admitted =
      mode === 'alone' ? this.#queue.slice(0, 1) : this.#queue.filter((one) => one.mode === mode);
    this.#queue = this.#queue.filter((one) => !admitted.includes(one));
    this.#mode = mode;
    this.#inside += admitted.length;
    for (const one of admitted) one.enter();
  }
}

/** Keeps probes that change a resource of the target, or a record, apart from those that look at it. */
export class ResourceLocks<Resource extends string> {
  readonly #locks: ReadonlyMap<Resource, GroupLock>;
  readonly #records = new Map<string, GroupLock>();
  readonly #identityOf: (record: string) => string;

  /**
   * @param order - in which resources are locked: those with long waits early, since a probe that waits for one blocks
   *   those that come before it
   * @param identityOf - the one name of a record that holders may name in several ways
   */
  constructor(order: readonly Resource[], identityOf: (record: string) => string) {
    this.#locks = new Map(order.map((resource) => [resource, new GroupLock()]));
    this.#identityOf = identityOf;
  }

  /** Runs `work` while nothing else changes what it reads, and nothing else reads or changes what it changes. */
  async hold<Result>(touches: Touches<Resource>, work: () => Promise<Result>): Promise<Result> {
    const wanted = [...this.#locks].flatMap(([resource, lock]): [GroupLock, Mode][] => {
      const mode = modeFor(resource, touches);
      return mode === null ? [] : [[lock, mode]];
    });
    return holdAll(wanted, work);
  }

  /**
   * Runs `work` while no other holder of single records changes the records that it reads, and none reads or changes
   * those that it changes. To be called once per holder of the resource.
   */
  async holdRecords<Result>(
    { reads, changes }: TouchedRecords,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const changed = new Set(changes.map(this.#identityOf));
    const all = new Set([...changed, ...reads.map(this.#identityOf)]);
    const wanted = [...all].toSorted().map((identity): [GroupLock, Mode] => {
      const lock = this.#records.get(identity) ?? new GroupLock();
      this.#records.set(identity, lock);
      return [lock, changed.has(identity) ? 'alone' : 'look'];
    });
    return holdAll(wanted, work);
  }
}

function modeFor<Resource extends string>(
  resource: Resource,
  { reads, changes, changesRecordsOf = [] }: Touches<Resource>,
): Mode | null {
  if (changes.includes(resource)) return 'alone';
  if (changesRecordsOf.includes(resource)) return 'change records';
  return reads.includes(resource) ? 'look' : null;
}

/** Always acquires in the same order, so that two probes never wait for each other. */
async function holdAll<Result>(
  wanted: readonly (readonly [GroupLock, Mode])[],
  work: () => Promise<Result>,
): Promise<Result> {
  const held: GroupLock[] = [];
  try {
    for (const [lock, mode] of wanted) {
      await lock.acquire(mode);
      held.push(lock);
    }
    return await work();
  } finally {
    for (const lock of held.toReversed()) lock.release();
  }
}
