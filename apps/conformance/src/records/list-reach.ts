/** Keeps whoever reads the list of webhooks, page after page, from reading on in a list that does not end. */

/** Others may make so many webhooks while the list is read; what shows more than that beyond its `total` has no end. */
export const mostNewcomers = 100;
/** What says that it holds more is not read to its end by anybody: it is taken to have none. */
const longestList = 20_000;
/** Of a list without an end only so many pages are read again. */
export const pagesOfEndless = 3;

/** What a page says of the list. */
interface Told {
  readonly total: number;
}

/**
 * Knows which lists do not end where they said on their first page. One reader finds that out; the others then read
 * only the beginning of such a list.
 */
export class ListReach {
  readonly #endless = new Set<string | null>();

  /** From here on only the beginning of a list is read. @param caller - whose list it is */
  foundEndless(caller: string | null): void {
    this.#endless.add(caller);
  }

  /** Begins to read a list. @param caller - whose list it is */
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
   * Whether to ask for a further page, as far as the end of the list is concerned.
   *
   * @param page - the page that came
   * @param records - how many records came by now, on all pages
   */
  goesOn({ total }: Told, records: number): boolean {
    this.#pages += 1;
    this.#first ??= total;
    if (records > this.#first + mostNewcomers || total > longestList) this.#endless.add(this.#caller);
    return !this.#endless.has(this.#caller) || this.#pages < pagesOfEndless;
  }
}

export type { ListWalk };
