/** Reads the lists after deletions until they show what was confirmed with 202. */
import { eventually, whereUnmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { leavesTheList, othersPass } from '@outreach-api/model/bounds';
import { readPage } from '@outreach-api/model/records/page';
import { canonicalUuid } from '@outreach-api/model/records/uuid';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { largestPage } from '../../account/largest-page.ts';
import { listInPages, listNow } from '../../account/list-now.ts';
import { foundUnder, type FilterAfter } from './found-after.ts';
import { isListed, type ListNow } from '@outreach-api/model/records/list-now';
import type { FoundAfter, LooksAfter, RequestedDeletion } from './deletion-seen.ts';

/** How to look for deleted webhooks, besides in the whole list. */
export interface WaysToLook {
  readonly filter: FilterAfter;
  /** What that found before the deletion; null if the target takes no known filter. */
  readonly foundBefore: FoundAfter | null;
  /**
   * Who asks for the pages of another size, and with the filter: what is kept for each key may be dropped for the one
   * alone that deletes.
   */
  readonly asker: Api;
  readonly isNewKey: boolean;
  readonly inOtherPages: boolean;
}

/**
 * Reads the lists. A deletion answered with 202 may take its time, and longer in one list, or one copy of it, than in
 * another: the webhooks must be gone in two reads.
 */
export async function readsAfter(
  session: Session,
  deletions: readonly RequestedDeletion[],
  before: ListNow,
  ways: WaysToLook,
): Promise<LooksAfter> {
  const left = before.total - deletions.length;
  const uuids = deletions.map(({ uuid }) => uuid);
  const look = async (): Promise<LooksAfter> => looksAfter(session, uuids, before, ways);
  if (!deletions.some((answer) => classOf(answer).effect === 'later')) return look();
  return (await eventually(session.state, leavesTheList, look, (looks) => isGone(looks, uuids, left))).last;
}

/**
 * Whether lists whose count differs from the first one's keep doing so: if not, another client may have created a
 * webhook and deleted it right after.
 */
export async function keepCounting(
  session: Session,
  { after, inOtherPages, withoutParameters }: LooksAfter,
  left: number,
): Promise<boolean> {
  const isOtherInPages = inOtherPages.total !== after.total;
  const isOtherBare = withoutParameters.total !== after.total;
  if (!isOtherInPages && !isOtherBare) return true;
  const look = async (): Promise<readonly (number | undefined)[]> => {
    const inPages = isOtherInPages
      ? await listInPages(session.api, await otherPageSize(left, session))
      : null;
    const bare = isOtherBare ? readPage(await session.api.listWebhooks()) : null;
    return [inPages?.total, bare?.total];
  };
  const passing = await eventually(session.state, othersPass, look, (totals) => totals.includes(after.total));
  return !passing.shown;
}

function isGone(
  { underFilter, back, after, inOtherPages, withoutParameters, again }: LooksAfter,
  uuids: readonly string[],
  left: number,
): boolean {
  if (back.length > 0 || underFilter?.isCounted === true) return false;
  if (uuids.some((uuid) => underFilter?.uuids.includes(canonicalUuid(uuid)))) return false;
  return [after, inOtherPages, withoutParameters, again].every(
    (list) => list.total <= left && !uuids.some((uuid) => isListed(list, uuid)),
  );
}

async function looksAfter(
  session: Session,
  around: readonly string[],
  before: ListNow,
  { filter, foundBefore, asker, isNewKey, inOtherPages }: WaysToLook,
): Promise<LooksAfter> {
  const size = await otherPageSize(before.total - around.length, session);
  const [uuid = ''] = around;
  // Where the list can be kept, it is asked for as by who has kept it.
  const reader = session.api.with({ caches: true });
  const inPages = async (): Promise<ListNow | null> => {
    if (!inOtherPages) return null;
    const pages = listInPages(asker, size, { around });
    return isNewKey ? pages.catch(whereUnmet(null)) : pages;
  };
  const [after, pages, underFilter] = await Promise.all([
    listNow(session, { around }, reader),
    inPages(),
    foundUnder(session, uuid, filter, before, foundBefore, asker),
  ]);
  const [first, again] = await Promise.all([
    // What was kept may come back with the first page, once one has paged on.
    session.api.listWebhooks().then(readPage),
    listNow(session, { around }, reader),
  ]);
  return {
    after,
    // A new key may be of another team, whose list has another length.
    inOtherPages: { ...(pages ?? after), ...(isNewKey ? { total: after.total } : {}) },
    withoutParameters: { total: first.total, records: first.data },
    underFilter,
    again,
    back: session.fixtures.deletedWebhooks.filter((one) => isListed(after, one) || isListed(again, one)),
  };
}

/**
 * Half the list or less, and less than a page can hold: a size that divides the list, so that its last page is full,
 * unless that takes more than twice as many pages.
 */
async function otherPageSize(total: number, session: Session): Promise<number> {
  const most = Math.max(1, Math.min((await largestPage.in(session)) - 1, Math.ceil(total / 2)));
  const sizes = Array.from({ length: Math.ceil(most / 2) }, (_, index) => most - index);
  return sizes.find((size) => total % size === 0) ?? most;
}
