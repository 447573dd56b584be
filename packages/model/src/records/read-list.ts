/**
 * Reads the list of webhooks page after page: the only place that decides how far to read, and what is made of a list
 * that is refused, malformed, long or endless.
 */
import { Unmet } from '@outreach-api/engine';
import type { Answer } from './exchange.ts';
import type { JsonObject } from './is-record.ts';
import type { KnownList } from './known-list.ts';
import { identityOf, readPage, type Page } from './page.ts';

/** Others may make this many webhooks while the list is read; a list that shows more beyond its `total` has no end. */
export const mostNewcomers = 100;
/** A list that claims more records is never read to its end: it is taken to have none. */
export const longestList = 20_000;
/** Only this many pages of an endless list are read again. */
export const pagesOfEndless = 3;

/** A list that can be requested page by page. */
export interface PagedList {
  /** What is known of it; what one reading finds out spares the others requests. */
  readonly known: KnownList;
  /** The answer to a request for the page after this many records; null if there was none. */
  at(offset: number): Promise<Answer | null>;
}

/** What differs between readings. */
export interface ReadingOptions {
  /** How many records to leave out; none if not set. */
  readonly from?: number;
  /**
   * Whether the pages that came will do, although the list goes on.
   *
   * @param read - see {@link ListReading.read}
   */
  readonly isEnough?: (pages: readonly Page[], read: number) => boolean;
  /**
   * Whether any part of an envelope may be wrong: then the list is read as long as anything suggests that it goes on,
   * until a page brings nothing new.
   */
  readonly doubtsEnvelopes?: boolean;
}

/** Why a list was not read further. */
export type EndOfReading =
  /** Its end was reached. */
  | { readonly kind: 'end' }
  /** A page was refused, although the first one is not: a `total` that is too high leads past the end. */
  | { readonly kind: 'refused page' }
  /** A page was refused like the first one, did not come, or came in another envelope. */
  | { readonly kind: 'unreadable'; readonly why: Unmet }
  /** It has no end. */
  | { readonly kind: 'endless'; readonly why: Unmet }
  /** The caller had enough. */
  | { readonly kind: 'enough' };

/** A page as it came. */
export interface PageRead extends Page {
  /** How many records of the list were read or left out before it. */
  readonly after: number;
}

/** What came of a list. */
export interface ListReading {
  /** In the order of the list. */
  readonly pages: readonly PageRead[];
  /** How many records of the list were read or left out. */
  readonly read: number;
  readonly end: EndOfReading;
}

/**
 * Reads a list page after page, each right after the records that came, so that a page of another size does not end it,
 * until as many came as any page states, or until an empty page. A refused page is requested again, after the first one.
 *
 * Does not reject with {@link Unmet}: what came until then may be of use.
 */
export async function readList(list: PagedList, options: ReadingOptions = {}): Promise<ListReading> {
  const pages: PageRead[] = [];
  let read = options.from ?? 0;
  for (;;) {
    const next = await pageOrEnd(list, read);
    if ('kind' in next) return { pages, read, end: next };
    pages.push({ ...next, after: read });
    read += next.data.length;
    const end = endAfter(pages, next, read, list.known, options);
    if (end !== null) return { pages, read, end };
  }
}

/** The records of the pages that came. */
export function recordsOf({ pages }: { readonly pages: readonly Page[] }): readonly JsonObject[] {
  return pages.flatMap(({ data }) => data);
}

/** @throws Unmet if a page did not come, though the list may go on there */
export function mustHaveAllPages({ end }: ListReading): void {
  if (end.kind === 'unreadable') throw end.why;
}

/** One page of a list. @throws Unmet if it is refused, does not come, or is not a page */
export async function pageAt(list: PagedList, offset: number): Promise<Page> {
  return pageOf(await list.at(offset));
}

function pageOf(answer: Answer | null): Page {
  if (answer === null) throw new Unmet('the list of webhooks was not answered');
  return readPage(answer);
}

async function pageOrEnd(list: PagedList, offset: number): Promise<Page | EndOfReading> {
  try {
    const answer = await list.at(offset);
    if (offset === 0 || answer === null || answer.ok) return pageOf(answer);
    if (offset >= list.known.refusedFrom) return { kind: 'refused page' };
    // Is every page refused now?
    await pageAt(list, 0);
    const again = await list.at(offset);
    if (again?.ok !== false) return pageOf(again);
    list.known.refusedFrom = offset;
    return { kind: 'refused page' };
  } catch (error) {
    if (error instanceof Unmet) return { kind: 'unreadable', why: error };
    throw error;
  }
}

/** @param read - how many records of the list were read or left out */
function endAfter(
  pages: readonly Page[],
  last: Page,
  read: number,
  known: KnownList,
  { isEnough, doubtsEnvelopes = false }: ReadingOptions,
): EndOfReading | null {
  const [first = last] = pages;
  const isAllStated = read >= Math.max(...pages.map(({ total }) => total));
  const continues = doubtsEnvelopes ? bringsNew(pages) && (!isAllStated || suggestsMore(last)) : !isAllStated;
  if (last.data.length === 0 || !continues) return { kind: 'end' };
  if (isEnough?.(pages, read) === true) return { kind: 'enough' };
  const isBeyond = read > (doubtsEnvelopes ? longestList : first.total + mostNewcomers);
  if (isBeyond || last.total > longestList) known.isEndless = true;
  if (!known.isEndless || pages.length < pagesOfEndless) return null;
  const why = 'the list of webhooks shows more than it says it holds (PAGE-05 to PAGE-10), without end';
  return { kind: 'endless', why: new Unmet(why) };
}

/** Whether the last page shows a record that no page before it does. */
function bringsNew(pages: readonly Page[]): boolean {
  const before = new Set(recordsOf({ pages: pages.slice(0, -1) }).map(identityOf));
  return pages.at(-1)?.data.some((record) => !before.has(identityOf(record))) === true;
}

function suggestsMore({ has_more, data, limit }: Page): boolean {
  return has_more || data.length >= limit;
}
