/** Reads the whole list of webhooks as it is now, so that two moments can be compared. */
import { eventually, Unmet } from '@outreach-api/engine';
import { isFoundAgain } from '@outreach-api/model/bounds';
import { hasUuid } from '@outreach-api/model/records/page';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { readList, recordsOf } from '@outreach-api/model/records/read-list';
import { documented } from '@outreach-api/model/records/shape';
import type { Api } from '../session/api.ts';
import type { Session } from '../session/session.ts';
import { largestPage } from './largest-page.ts';
import { inOrderOfText, isLong, partsOf } from './long-list.ts';
import { type ListNow, hasUniqueUuids, isAllStated } from '@outreach-api/model/records/list-now';

/** What to look for in a list too long to be read completely, and whether to read it afresh. */
export interface Wanted {
  /** Webhooks that must be found, if they are there. */
  readonly find?: readonly string[];
  /** Webhooks whose neighbourhood in the list is read too, if their places are known. */
  readonly around?: readonly string[];
  /** Set if pages read since the list last changed will do; see {@link Api.pageOfList}. */
  readonly recalls?: boolean;
}

/** The list in the largest pages that it gives; see {@link listInPages}. @param api - reads; the main key if not set */
export async function listNow(
  session: Session,
  wanted: Wanted = {},
  api = session.api.control,
): Promise<ListNow> {
  return listInPages(api, await largestPage.in(session), wanted);
}

/**
 * Reads the list in pages of `limit`; null requests no limit. Of a long list, it reads both ends and what is wanted.
 *
 * @throws Unmet if the list is refused, comes in another envelope, is too long, or does not end
 */
export async function listInPages(api: Api, limit: number | null, wanted: Wanted = {}): Promise<ListNow> {
  const list = api.list({ limit, recalls: wanted.recalls === true });
  const reading = await readList(list, { isEnough: ([first]) => first !== undefined && isLong(first) });
  const { end } = reading;
  const [first] = reading.pages;
  if (end.kind === 'unreadable' || end.kind === 'endless') throw end.why;
  if (first === undefined) throw new Unmet('the list of webhooks was not read');
  if (end.kind === 'enough') return partsOf(list, first, limit ?? first.limit, wanted);
  const records = recordsOf(reading).map((record) => documented('Webhook', record));
  return { total: first.total, records: inOrderOfText(records) };
}

/**
 * The record of a webhook in the list; null if two looks do not find it. A list that shows some webhooks twice may lack
 * others, and one that states fewer than it shows may have been left too early: then it is read again.
 *
 * @throws Unmet if the list is refused, or lacks this one and is unsound each time
 */
export async function listedNow(session: Session, uuid: string): Promise<JsonObject | null> {
  let looksWithout = 0;
  const look = async (): Promise<JsonObject | null> => {
    const list = await listNow(session, { find: [uuid] });
    const record = list.records.find((one) => hasUuid(one, uuid));
    if (record === undefined && hasUniqueUuids(list) && isAllStated(list)) looksWithout += 1;
    return record ?? null;
  };
  const isKnown = (record: JsonObject | null): boolean => record !== null || looksWithout === 2;
  const { shown, last } = await eventually(session.state, isFoundAgain, look, isKnown);
  if (shown) return last;
  throw new Unmet(
    `the list shows webhooks twice (PAGE-07, HOOK-03) or more than its total (PAGE-05), so whether it lacks webhook ${uuid} is unknown`,
  );
}
