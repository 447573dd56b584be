/** Keeps probes that change something apart from those that look at it. */
/** What probes of the suite can look at and change; the names by which they keep out of each other's way. */
export type Resource = 'webhooks' | 'webhookTests' | 'senderProfiles' | 'keys' | 'rate';

/** The resources that a probe looks at, and those that it changes. */
export interface Touches {
  readonly reads: readonly Resource[];
  readonly changes: readonly Resource[];
  /** Those of which it changes single records only, each of which it holds by itself; see {@link ResourceLocks.holdRecords}. */
  readonly changesRecordsOf?: readonly Resource[];
}

/** The records that a probe looks at, and those that it changes, by their identities. */
export interface TouchedRecords {
  readonly reads: readonly string[];
  readonly changes: readonly string[];
}

/** Whoever looks is let in with others who look, whoever changes single records with others who do, a writer alone. */
type Mode = 'look' | 'change records' | 'alone';

interface Waiting {
  readonly mode: Mode;
  enter(): void;
}

/**
 * Lets those in together who have the same in mind, or one alone. Whoever has the same in mind as those inside joins them,
 * before others who have waited for longer: what a run tries ends, so that everybody gets a turn.
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

/** What is waited for longest comes early: who waits for a resource keeps others from those before it. */
const order: readonly Resource[] = ['keys', 'rate', 'webhooks', 'webhookTests', 'senderProfiles'];

/** Keeps probes that change a resource of the target, or a record, apart from those that look at it. */
export class ResourceLocks {
  readonly #locks = new Map<Resource, GroupLock>(order.map((resource) => [resource, new GroupLock()]));
  readonly #records = new Map<string, GroupLock>();

  /** Runs `work` while nobody changes what it reads, and nobody reads or changes what it changes. */
  async hold<Result>(touches: Touches, work: () => Promise<Result>): Promise<Result> {
    const wanted = order.flatMap((resource): [GroupLock, Mode][] => {
      const [lock, mode] = [this.#locks.get(resource), modeFor(resource, touches)];
      return lock === undefined || mode === null ? [] : [[lock, mode]];
    });
    return holdAll(wanted, work);
  }

  /**
   * Runs `work` while nobody changes the records that it reads, and nobody reads or changes those that it changes, of
   * those who hold the resource for single records. To be called once by whoever does.
   */
  async holdRecords<Result>(
    { reads, changes }: TouchedRecords,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const changed = new Set(changes.map((identity) => identity.toLowerCase()));
    const all = new Set([...changed, ...reads.map((identity) => identity.toLowerCase())]);
    const wanted = [...all].toSorted().map((identity): [GroupLock, Mode] => {
      const lock = this.#records.get(identity) ?? new GroupLock();
      this.#records.set(identity, lock);
      return [lock, changed.has(identity) ? 'alone' : 'look'];
    });
    return holdAll(wanted, work);
  }
}

function modeFor(resource: Resource, { reads, changes, changesRecordsOf = [] }: Touches): Mode | null {
  if (changes.includes(resource)) return 'alone';
  if (changesRecordsOf.includes(resource)) return 'change records';
  return reads.includes(resource) ? 'look' : null;
}

/** Acquires always in one order, so that two probes never wait for each other. */
async function holdAll<Result>(
  wanted: readonly (readonly [GroupLock, Mode])[],
  work: () => Promise<Result>,
): Promise<Result> {
  const taken: GroupLock[] = [];
  try {
    for (const [lock, mode] of wanted) {
      await lock.acquire(mode);
      taken.push(lock);
    }
    return await work();
  } finally {
    for (const lock of taken.toReversed()) lock.release();
  }
}
