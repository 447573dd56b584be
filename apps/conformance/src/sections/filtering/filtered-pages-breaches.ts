/** What a broken target would show in the pages of a filtered list: the breaches of FILT-08. */
import type { Breach } from '@outreach-api/engine';
import type { Filtered, FilteredPage, FilteredPagesSeen } from './filtered-pages.ts';

type AcceptedPage = Extract<FilteredPage, { accepted: true }>;

/** Each, keyed by the name of its defect. */
export const breachesOfPages: Readonly<Record<string, Breach<FilteredPagesSeen, Filtered>>> = {
  '`total` ignores the filter': pages((page, { all }) => ({ ...page, total: all })),
  '`total` counts the page': pages((page) => ({ ...page, total: page.ids.length })),
  '`total` counts what follows': pages((page) => ({
    ...page,
    total: Math.max(0, page.total - page.offset),
  })),
  '`has_more` ignores the filter': pages((page, { all }) => ({
    ...page,
    has_more: page.offset + page.ids.length < all,
  })),
  '`has_more` is always true': pages((page) => ({ ...page, has_more: true })),
  '`has_more` is always false': pages((page) => ({ ...page, has_more: false })),
  '`has_more` is true after a last page that is full': pages((page, { ids }) =>
    page.ids.length === page.size && page.offset + page.size === ids.length
      ? { ...page, has_more: true }
      : page,
  ),
  'each page is the first': pages((page, { pages: [first] }) =>
    first?.accepted === true ? { ...page, ids: first.ids } : page,
  ),
  'a page begins one too late': pages((page) =>
    page.offset === 0 ? page : { ...page, ids: page.ids.slice(1) },
  ),
  'the last page is lost': pages((page, { ids }) =>
    page.offset + page.size >= ids.length ? { ...page, ids: [] } : page,
  ),
  'the filter is lost from the second page on': pages((page) => ({
    ...page,
    ids: page.ids.map((id) => (page.offset === 0 ? id : `not ${id}`)),
  })),
  'each page after the first is refused': (seen) => ({
    ...seen,
    pages: seen.pages.map((page): FilteredPage =>
      page.offset === 0 ? page : { offset: page.offset, accepted: false, status: 400 },
    ),
  }),
  ...countedWholeUnder('<>', 'diamond'),
  ...countedWholeUnder('<=', 'at most'),
  ...countedWholeUnder('>', 'above'),
  ...countedWholeUnder('>=', 'at least'),
  ...countedWholeUnder('is_null', 'null'),
};

function countedWholeUnder(
  what: string,
  by: Filtered['by'],
): Readonly<Record<string, Breach<FilteredPagesSeen, Filtered>>> {
  const change = pages((page, { all }) => ({ ...page, total: all }));
  return {
    [`\`total\` ignores the filter under ${what}`]: (seen, given) =>
      given.by === by ? change(seen) : undefined,
  };
}

function pages(
  change: (page: AcceptedPage, seen: FilteredPagesSeen) => AcceptedPage,
): (seen: FilteredPagesSeen) => FilteredPagesSeen {
  return (seen) => ({
    ...seen,
    pages: seen.pages.map((page) => (page.accepted ? change(page, seen) : page)),
  });
}
