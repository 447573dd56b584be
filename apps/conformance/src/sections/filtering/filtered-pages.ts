/** Judges that the pages of a filtered list describe the filtered list. */
import { every, held, holds, same, type Judgement } from '../../engine/judgement.ts';

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
  /** A description of the list. */
  readonly list: string;
  /** The records of the list, by identity. */
  readonly ids: readonly string[];
  /** How many records there are without the filter. */
  readonly all: number;
  readonly pages: readonly FilteredPage[];
}

/** Holds if `total`, `has_more` and the pages are those of the filtered list (Filtering; Pagination). */
export function judgeFilteredPages(seen: FilteredPagesSeen): Judgement {
  return every([...seen.pages.map((page) => judgePage(page, seen)), noRecordTwice(seen)]);
}

function judgePage(page: FilteredPage, { ids, list }: FilteredPagesSeen): Judgement {
  const where = `in ${list}, which has ${ids.length} ${ids.length === 1 ? 'record' : 'records'}, at offset ${page.offset}`;
  const follow = ids.length - page.offset;
  if (!page.accepted)
    return holds(follow <= 0, `${where}: a page is returned`, `refused with ${page.status}`);
  const others = page.ids.filter((id) => !ids.includes(id));
  return every([
    same(`${where}: \`total\``, page.total, ids.length),
    same(
      `${where}: the number of records in a page of ${page.size}`,
      page.ids.length,
      Math.max(0, Math.min(page.size, follow)),
    ),
    holds(
      others.length === 0,
      `${where}: no other records`,
      `${others.length} others, e.g. ${others[0] ?? ''}`,
    ),
    same(`${where}: \`has_more\``, page.has_more, page.offset + page.ids.length < ids.length),
  ]);
}

function noRecordTwice({ list, pages, ids: all }: FilteredPagesSeen): Judgement {
  const inside = pages.flatMap((page) => (page.accepted && page.offset < all.length ? [page] : []));
  // Pages larger than requested overlap; that does not concern filters (PAGE-03).
  if (inside.some(({ size, offset }, index) => offset + size > (inside[index + 1]?.offset ?? Infinity)))
    return held;
  const ids = inside.flatMap((page) => page.ids);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return holds(twice === undefined, `no record twice in the pages of ${list}`, `twice: ${twice ?? ''}`);
}
