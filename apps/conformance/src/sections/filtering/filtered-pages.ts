/** Judges that the pages of a filtered list describe the filtered list. */
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { OneFilter, FilteringBreaches as Breaches } from '../../rules/breaches/filtering.ts';

const { holds, same, shownBy } = judging<Breaches>();

/** One page of a filtered list, or of the unfiltered one. */
export type FilteredPage =
  | { readonly offset: number; readonly accepted: false; readonly status: number }
  | {
      readonly offset: number;
      readonly accepted: true;
      /** The envelope's `offset`. */
      readonly start: number;
      /** The envelope's `limit`. */
      readonly size: number;
      readonly ids: readonly string[];
      readonly total: number;
      readonly has_more: boolean;
    };

/** Pages of a list, and the records that it holds. */
export interface FilteredPagesSeen {
  /** The filter of the list; null: none. */
  readonly filter: OneFilter | null;
  /** The records of the list, by identity; see {@link unread}. */
  readonly ids: readonly string[];
  /** How many records there are without the filter. */
  readonly all: number;
  readonly pages: readonly FilteredPage[];
}

const unreadMark = 'unread ';

/** Stands for a record of a long list that was not read. */
export function unread(index: number): string {
  return `${unreadMark}${index}`;
}

/** Holds if `total`, `has_more` and the pages are those of the filtered list (Filtering; Pagination). */
export function judgeFilteredPages(seen: FilteredPagesSeen): Judgement<Breaches> {
  return every([...seen.pages.map((page) => judgePage(page, seen)), noRecordTwice(seen)]);
}

function judgePage(page: FilteredPage, { ids, filter }: FilteredPagesSeen): Judgement<Breaches> {
  const { offset } = page;
  const where = { filter, records: ids.length, offset };
  const shown = { operations: ['listWebhooks'], query: { offset } } as const;
  const follow = ids.length - page.offset;
  if (!page.accepted)
    return shownBy(holds(follow <= 0, 'filtered-page-refused', { ...where, status: page.status }), {
      ...shown,
      statuses: [page.status],
    });
  // Where a long list was not read, any record may come.
  const isRead = !ids.slice(offset, offset + page.ids.length).some((id) => id.startsWith(unreadMark));
  const others = isRead ? page.ids.filter((id) => !ids.includes(id)) : [];
  const judgement = every([
    same('filtered-total', where, page.total, ids.length),
    same(
      'filtered-page-length',
      { ...where, limit: page.size },
      page.ids.length,
      Math.max(0, Math.min(page.size, follow)),
    ),
    holds(others.length === 0, 'filtered-page-of-others', {
      ...where,
      others: others.length,
      example: others[0] ?? '',
    }),
    same('filtered-has-more', where, page.has_more, page.offset + page.ids.length < ids.length),
  ]);
  return shownBy(judgement, shown);
}

function noRecordTwice({ filter, pages, ids: all }: FilteredPagesSeen): Judgement<Breaches> {
  const inside = pages.flatMap((page) => (page.accepted && page.offset < all.length ? [page] : []));
  // Pages larger than requested overlap; that does not concern filters (PAGE-03).
  if (inside.some(({ size, offset }, index) => offset + size > (inside[index + 1]?.offset ?? Infinity)))
    return held;
  const ids = inside.flatMap((page) => page.ids);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return holds(twice === undefined, 'filtered-record-twice', { filter, record: twice ?? '' });
}

/** Ways to filter, each with another form or operator; `nothing`: by a value that no record has. */
export const ways = [
  'one',
  'equal',
  'several',
  'different',
  'diamond',
  'below',
  'at most',
  'above',
  'at least',
  'null',
  'not null',
  'nothing',
] as const;

/** How a list is filtered. */
export interface Filtered {
  readonly by: (typeof ways)[number];
}
