/** Walks over a list page by page: every record once, and always to an end. */
import type { WebhookList } from '@outreach-api/types';

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
export async function* walkPages<Page extends WebhookList>(
  offset: number,
  list: (offset: number) => Promise<{ page: Page; endless: () => Error }>,
): AsyncGenerator<Page, void, undefined> {
  const seen = new Set<string>();
  let stalePages = 0;
  for (;;) {
    const { page, endless } = await list(offset);
    const { length } = page.data;
    if (length === 0) return;
    const data = page.data.filter(({ uuid }) => !seen.has(uuid) && seen.add(uuid));
    yield { ...page, data };
    if (!page.has_more) return;
    stalePages = data.length === 0 ? stalePages + 1 : 0;
    // Records added in front push others onto the next page: a stale page alone is no proof.
    const stuck = page.offset !== offset || !(offset + length < page.total) || stalePages >= mostStalePages;
    if (stalePages > 0 && stuck) throw endless();
    offset += length;
  }
}
