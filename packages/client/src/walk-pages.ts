/** Walks over a list page by page: every record once, none lost while the list changes, and always to an end. */
import { UnreadableAnswerError } from './errors.ts';
import type { AnswerFacts } from './call-facts.ts';
import type { WebhookPageData } from './webhook-page.ts';

/** A page, and the answer that it was read from. */
export type WalkedPage<Item extends object> = readonly [page: WebhookPageData<Item>, answer: AnswerFacts];

/**
 * Yields the pages of a list from an offset on, each with the records that no earlier page had (section "Pagination").
 *
 * A list that shrinks moves its records to lower offsets, past a walk that goes by offsets alone. So each page is
 * requested from the last record of the previous page on: if its first record is known, nothing lies between. If not,
 * records in front of it were removed, and the walk goes back until it finds a known one, or its start. So each record
 * that is there for the whole walk is yielded, whatever else comes or goes, as long as those that stay keep their
 * order; deleting what was yielded is safe. It ends when `has_more` is false or the list is empty, and throws after 100
 * pages in a row with nothing new.
 *
 * @param from - the offset to start at; if records in front of it are removed, others move past it
 * @param list - fetches the page at an offset; all but the first start with a record that was yielded before
 */
export async function* walkPages<Item extends object>(
  from: number,
  list: (offset: number, isFirst: boolean) => Promise<WalkedPage<Item>>,
): AsyncGenerator<WalkedPage<Item>, void, undefined> {
  const seen = new Set<string>();
  let [offset, stalePages, back, total] = [from, 0, 0, 0];
  for (let isFirst = true; ; isFirst = false) {
    const [page, answer] = await list(offset, isFirst);
    const { length } = page.data;
    if (page.data.some((webhook) => typeof webhook?.uuid !== 'string'))
      throw new UnreadableAnswerError(answer, 'a record has no uuid');
    const shrunkBy = Math.max(0, total - page.total || 0);
    // A server with one record per page leaves no room for a known one beside it: there the total must do.
    const continues = length === 1 && stalePages > 0 && shrunkBy === 0;
    const isConnected = offset === from || continues || seen.has(page.data[0]?.uuid ?? '');
    total = page.total;
    stalePages += 1;
    if (isConnected) {
      const data = page.data.filter(({ uuid }) => !seen.has(uuid) && seen.add(uuid));
      if (data.length > 0) {
        yield [{ ...page, data }, answer];
        stalePages = 0;
      }
      if (length === 0 || !page.has_more) return;
      // Records added in front push others onto the next page: a stale page alone is no proof.
      if (stalePages > 0 && (page.offset !== offset || !(offset + length < total))) stalePages = 100;
      back = 0;
      offset += length === 1 && stalePages > 0 ? 1 : length - 1;
    } else {
      back = Math.max(2 * back, shrunkBy || length, 1);
      offset = Math.max(from, offset - back);
    }
    if (stalePages >= 100) throw new UnreadableAnswerError(answer, 'the list repeats itself without an end');
  }
}
