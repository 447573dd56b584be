/** Determines whether webhooks appear in the list that were not there before and are not of this run: others are active. */
import { isUuid, UuidSet } from '@outreach-api/model/records/uuid';

/**
 * Evaluates consecutive readings of the list. A list that shows never-seen webhooks in each reading is no sign of other
 * clients: it makes its uuids up.
 */
export class Newcomers {
  readonly #known: UuidSet;
  #came = false;
  #stayedAway = false;

  /** @param known - webhooks that were seen before */
  constructor(known: Iterable<string>) {
    this.#known = new UuidSet(known);
  }

  /**
   * @param uuids - what one reading showed
   * @param own - webhooks of this run
   */
  saw(uuids: ReadonlySet<string>, own: ReadonlySet<string>): void {
    const came = [...uuids].filter((uuid) => isUuid(uuid) && !own.has(uuid) && !this.#known.has(uuid));
    for (const uuid of came) this.#known.add(uuid);
    if (came.length > 0) this.#came = true;
    else this.#stayedAway = true;
  }

  /** Whether some appeared in one reading, and none in another. */
  get wereSeen(): boolean {
    return this.#came && this.#stayedAway;
  }
}
