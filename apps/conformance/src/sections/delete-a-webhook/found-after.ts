/** Looks for a webhook, before and after its deletion, where a filter finds it. */
import { whereUnmet } from '@outreach-api/engine';
import { hasUuid, identityOf, pageIn, type Page } from '@outreach-api/model/records/page';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { arrayOf } from '../filtering/array-spelling.ts';
import { textsOf, type Condition } from '../filtering/condition.ts';
import { filterPlacement } from '../filtering/filter-placement.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { filterRequest } from '../filtering/filter-request.ts';
import type { ListNow } from '@outreach-api/model/records/list-now';
import type { FoundAfter } from './deletion-seen.ts';

/** How to look for a webhook with a filter: by its uuid, alone or behind that of another in an array, or by its address. */
export type FilterAfter = 'uuid' | 'array' | 'address';

/**
 * What such a filter finds now; null if the target takes no known filter. Before the deletion, too: some services keep
 * what a filter counted.
 *
 * @param before - what it found before the deletion; null if this is before it
 * @param api - who asks; the caller of the session where that one is refused: a new key may have been replaced
 */
export async function foundUnder(
  session: Session,
  uuid: string,
  by: FilterAfter,
  { records }: ListNow,
  before: FoundAfter | null,
  api: Api = session.api,
): Promise<FoundAfter | null> {
  const where = await filterPlacement.in(session);
  if (typeof where === 'string') return null;
  const { placement } = where;
  const address = records.find((record) => hasUuid(record, uuid))?.['target_url'];
  const isByAddress = by === 'address' && typeof address === 'string' && isPlain(address);
  const condition: Condition = isByAddress
    ? { form: 'scalar', value: address }
    : await byUuid(session, uuid, by === 'array' ? otherIn(records, uuid) : null, placement);
  const field = isByAddress ? 'target_url' : 'uuid';
  const request = filterRequest(placement, field, condition, []);
  const find = async (): Promise<Page | undefined> => {
    const answer = await api.listWebhooks(request);
    const asked = answer.ok || api === session.api ? answer : await session.api.listWebhooks(request);
    const came = pageIn(asked.json);
    const found = { field, values: textsOf(condition), records: came?.data ?? [] };
    session.state.account.foundAroundDeletions.push(found);
    return came;
  };
  const page = await find();
  if (page === undefined) return null;
  // A total may be that of the filter before, which is then this one.
  const isCounted = countsOneMore(page, before) && countsOneMore(await find(), before);
  return { uuids: page.data.map(identityOf), total: page.total, isCounted };
}

/** Whether a page counts one more than it shows, and did not before. */
function countsOneMore(page: Page | undefined, before: FoundAfter | null): boolean {
  if (page === undefined || before === null || before.total !== before.uuids.length) return false;
  return page.total === page.data.length + 1;
}

/** The uuid of another record; null if there is none. */
function otherIn(records: ListNow['records'], uuid: string): string | null {
  const other = records.find((record) => !hasUuid(record, uuid));
  return other === undefined ? null : identityOf(other);
}

/** @param other - sought as well, as the first: what excludes deleted records may not reach the second; null for a scalar */
async function byUuid(
  session: Session,
  value: string,
  other: string | null,
  placement: FilterPlacement,
): Promise<Condition> {
  const array =
    other === null ? null : await arrayOf([other, value], { placement }, session).catch(whereUnmet(null));
  return array ?? { form: 'scalar', value };
}

/** Whether a URL has nothing that must be escaped, or separates values in brackets. */
function isPlain(url: string): boolean {
  return /^[\w:/.-]+$/.test(url);
}
