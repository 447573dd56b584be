/** Reads long lists of webhooks in part: both ends, and around webhooks of interest. */
import { Unmet } from '@outreach-api/engine';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { hasUuid, identityOf, type Page } from '@outreach-api/model/records/page';
import {
  mustHaveAllPages,
  pageAt,
  readList,
  type PagedList,
  type PageRead,
} from '@outreach-api/model/records/read-list';
import { documented } from '@outreach-api/model/records/shape';
import { UuidMap } from '@outreach-api/model/records/uuid';
import type { Wanted } from './list-now.ts';
import type { ListNow } from '@outreach-api/model/records/list-now';

/** A list with more pages is long. */
const mostPagesRead = 25;
/** A list with more pages is not walked through, not even to find a webhook. */
const mostPages = 200;

/** Whether a list is too long to be read completely each time, judging by any of its pages. */
export function isLong({ limit, total }: Pick<Page, 'limit' | 'total'>): boolean {
  return total > mostPagesRead * Math.max(1, limit);
}

/**
 * Both ends of a long list, each with one more page as a margin: a few added or removed records move the others across
 * the edge of what is read. Also the places of webhooks of interest.
 *
 * @param size - how many records a page holds
 * @throws Unmet if one that must be found is at neither end, and the list is too long to search for it
 */
export async function partsOf(
  list: PagedList,
  first: Page,
  size: number,
  { find = [], around = [] }: Wanted,
): Promise<ListNow> {
  const { total } = first;
  const { known } = list;
  const records = new UuidMap<JsonObject>();
  const doubles: JsonObject[] = [];
  const margin = new Set<string>();
  const keep = ({ data }: Page, offset: number, isMargin: boolean, isAgain = false): void => {
    for (const [at, whole] of data.entries()) {
      const record = documented('Webhook', whole);
      const identity = identityOf(whole);
      known.places.set(identity, offset + at);
      if (!records.has(identity)) {
        records.set(identity, record);
        if (isMargin) margin.add(identity);
      } else if (!isAgain) doubles.push(record);
    }
  };
  const ends: readonly (readonly [offset: number, isMargin: boolean])[] = [
    [total - size, false],
    [size, true],
    [total - 2 * size, true],
  ];
  keep(first, 0, false);
  for (const [offset, isMargin] of ends) keep(await pageAt(list, offset), offset, isMargin);
  for (const uuid of [...find, ...around]) {
    const place = known.places.get(uuid);
    if (records.has(uuid) || place === undefined) continue;
    const offset = Math.max(0, place - (size >> 1));
    keep(await pageAt(list, offset), offset, true, true);
  }
  for (const uuid of find) {
    if (records.has(uuid) || known.hasFailedSearches) continue;
    const found = await searched(list, uuid, size, total);
    if (found !== undefined) keep(found, found.after, true, true);
    known.searched(found !== undefined);
  }
  return { total, records: inOrderOfText([...records.values(), ...doubles]), margin: [...margin] };
}

/**
 * The page between both ends that shows a webhook; undefined if none does.
 *
 * @throws Unmet if the list is too long, or cannot be read
 */
async function searched(
  list: PagedList,
  uuid: string,
  size: number,
  total: number,
): Promise<PageRead | undefined> {
  if (total > mostPages * size)
    throw new Unmet(`the list says that it holds ${total} webhooks, too many to be read`);
  const shows = ({ data }: Page): boolean => data.some((record) => hasUuid(record, uuid));
  const middle = await readList(list, {
    from: 2 * size,
    isEnough: (pages, read) => pages.some(shows) || read >= total - 2 * size,
  });
  mustHaveAllPages(middle);
  return middle.pages.find(shows);
}

/** Records in the order in which lists of them are compared. */
export function inOrderOfText(records: readonly JsonObject[]): readonly JsonObject[] {
  return records
    .map((record) => ({ record, text: JSON.stringify(record) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
    .map(({ record }) => record);
}
