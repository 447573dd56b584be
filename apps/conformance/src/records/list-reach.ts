/** Keeps readers of the list of webhooks from reading on, page after page, in a list that does not end. */

/** Others may make this many webhooks while the list is read; a list that shows more beyond its `total` has no end. */
export const mostNewcomers = 100;
/** A list that claims more is never read to its end: it is taken to have none. */
const longestList = 20_000;
/** Only this many pages of an endless list are read again. */
export const pagesOfEndless = 3;

/** What a page says about the list. */
interface Told {
  readonly total: number;
}

/**
 * Knows which lists do not end where their first page said. One reader finds that out; the others then read only the
 * beginning of such a list.
 */
export class ListReach {
  readonly #endless = new Set<string | null>();

  /** From now on, only the beginning of a list is read. @param caller - whose list it is */
  foundEndless(caller: string | null): void {
    this.#endless.add(caller);
  }

  /** Starts reading a list. @param caller - whose list it is */
  walk(caller: string | null): ListWalk {
    return new ListWalk(this.#endless, caller);
  }
}

/** One reading of a list, page after page. */
class ListWalk {
  readonly #endless: Set<string | null>;
  readonly #caller: string | null;
  #first: number | null = null;
  #pages = 0;

  constructor(endless: Set<string | null>, caller: string | null) {
    this.#endless = endless;
    this.#caller = caller;
  }

  /**
   * Whether to request a further page, as far as the end of the list is concerned.
   *
   * @param page - the page that came
   * @param records - how many records have come so far, on all pages
   */
  goesOn({ total }: Told, records: number): boolean {
    this.#pages += 1;
    this.#first ??= total;
    if (records > this.#first + mostNewcomers || total > longestList) this.#endless.add(this.#caller);
    return !this.#endless.has(this.#caller) || this.#pages < pagesOfEndless;
  }
}

export type { ListWalk };
