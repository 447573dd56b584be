/** What a run knows about reading one account's list of webhooks. */

import { Unmet } from '@outreach-api/engine';
import { UuidMap } from './uuid.ts';

/** Why a list of webhooks cannot be read completely. */
const reasons = {
  endless: 'has no end: past its `total` it goes on to show records (PAGE-09, PAGE-10)',
  'made up': 'shows other webhooks each time, so its pages cannot be put together',
};

/** An endless list shows nothing that is searched for. */
const mostFailedSearches = 5;

/** What a run knows about reading one account's list of webhooks: what one reader finds out, the others need not. */
export class KnownList {
  /** Whether a reading went on past the end that the first page stated: then only its beginning is read. */
  isEndless = false;
  /** Why it was found to be unreadable as a whole; null if it was not. */
  unreadable: keyof typeof reasons | null = null;
  /** The largest page size that was seen to be given; null if that was not tried. */
  largestPage: number | null = null;
  /** The fewest records after which a page was refused twice, although the first page was not. */
  refusedFrom = Number.POSITIVE_INFINITY;
  /** Where webhooks of a long list were last seen: the number of records before them. */
  readonly places = new UuidMap<number>();
  #failedSearches = 0;

  /** Whether too many consecutive searches through a long list have failed for another one to be made. */
  get hasFailedSearches(): boolean {
    return this.#failedSearches >= mostFailedSearches;
  }

  /** A search through a long list has ended. */
  searched(found: boolean): void {
    this.#failedSearches = found ? 0 : this.#failedSearches + 1;
  }

  /** @throws Unmet if the list was found to be unreadable as a whole */
  mustBeReadable(): void {
    if (this.unreadable !== null) throw new Unmet(`the list of webhooks ${reasons[this.unreadable]}`);
  }
}
