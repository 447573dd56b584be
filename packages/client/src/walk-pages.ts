/** Walks over a list page by page: every record once, and always to an end. */

/** A page, as the list envelope has it (section "Webhook list envelope"). */
export interface PageOf<Item> {
  data: Item[];
  offset: number;
  total: number;
  has_more: boolean;
}

/** How many pages in a row may bring nothing new while the list says that it goes on. */
const mostStalePages = 100;

/**
 * Brings the pages of a list from an offset on, each with the records that no earlier page had (section
 * "Pagination"). It stops where `has_more` is false or a page is empty, and goes on by what a page held, so that a
 * limit that the server lowers loses nothing. Records that come or go meanwhile may shift others past the walk.
 *
 * @param list - brings the page at an offset, and the error to throw where the list does not move on: it says
 *   `has_more` and repeats itself
 */
export async function* walkPages<Item, Page extends PageOf<Item>>(
  from: number,
  list: (offset: number) => Promise<{ page: Page; endless: () => Error }>,
  identify: (item: Item) => string,
): AsyncGenerator<Page, void, undefined> {
  const seen = new Set<string>();
  let stalePages = 0;
  for (let offset = from; ;) {
    const { page, endless } = await list(offset);
    const fresh = page.data.filter((item) => !seen.has(identify(item)) && seen.add(identify(item)));
    if (page.data.length > 0) yield { ...page, data: fresh };
    if (!page.has_more || page.data.length === 0) return;
    stalePages = fresh.length === 0 ? stalePages + 1 : 0;
    const asked = offset;
    offset += page.data.length;
    // Records added in front push others onto the next page: a stale page alone is no proof.
    const stuck = page.offset !== asked || !(offset < page.total) || stalePages >= mostStalePages;
    if (stalePages > 0 && stuck) throw endless();
  }
}
