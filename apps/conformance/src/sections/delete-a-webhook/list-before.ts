/** Reads the list of webhooks before a deletion (Delete a webhook). */
import { Disturbed, eventually, Unmet } from '@outreach-api/engine';
import { isFoundAgain } from '@outreach-api/model/bounds';
import { hasUniqueUuids, isListed, isSameList, type ListNow } from '@outreach-api/model/records/list-now';
import { hasUuid } from '@outreach-api/model/records/page';
import { readList, recordsOf } from '@outreach-api/model/records/read-list';
import { whyMissing } from '../../account/disposable-record.ts';
import { largestPage } from '../../account/largest-page.ts';
import { listNow } from '../../account/list-now.ts';
import { isLong } from '../../account/long-list.ts';
import { untilListed } from '../../account/until-listed.ts';
import type { Session } from '../../session/session.ts';
import { foundUnder } from './found-after.ts';
import type { WaysToLook } from './looks-after.ts';

/** A webhook to delete, those that go with it, and one that is like it and stays. */
export interface ToDelete {
  readonly uuid: string;
  readonly others: readonly string[];
  readonly like: string | null;
}

/** The webhooks to delete, and what is seen before. */
export interface ListBefore extends Pick<WaysToLook, 'foundBefore'> {
  readonly uuids: readonly string[];
  readonly before: ListNow;
}

/**
 * The list before the deletion, once it has been seen unchanged, and the webhooks to delete: the others only if they
 * are listed.
 */
export async function listBefore(
  session: Session,
  { uuid, others, like }: ToDelete,
  { filter, asker }: Pick<WaysToLook, 'filter' | 'asker'>,
): Promise<ListBefore> {
  const { fixtures, state } = session;
  const wanted = [uuid, ...others, like].filter((one) => one !== null);
  const made = wanted.filter((one) => fixtures.madeWebhooks.includes(one));
  const look = async (recalls = false): Promise<ListNow> =>
    listNow(session, { around: wanted, find: wanted, recalls });
  const known = await look(true);
  const seen = made.every((one) => isListed(known, one)) ? known : await untilListed(session, made, look);
  if (!isListed(seen, uuid)) throw new Unmet(whyMissing('webhook', uuid, made.includes(uuid)));
  const uuids = await inOrderOfDeletion(
    session,
    wanted.filter((one) => one !== like && isListed(seen, one)),
  );
  // Some copies of the list may not have the latest webhook yet.
  const isAsSeen = (list: ListNow): boolean => isSameList(list, seen);
  const [{ shown, last: before }, foundBefore] = await Promise.all([
    eventually(state, isFoundAgain, look, isAsSeen),
    // What it finds now, a cache may keep.
    foundUnder(session, uuids[0] ?? uuid, filter, seen, null, asker),
  ]);
  if (session.readsAfresh) await seeFirstPage(session);
  const lost = uuids.find((one) => !isListed(before, one));
  if (lost !== undefined)
    throw new Unmet(`the disposable webhook ${lost} is no longer listed after another was created (HOOK-02)`);
  if (!hasUniqueUuids(before))
    throw new Unmet('the list shows webhooks twice (PAGE-07, HOOK-03), so it is unknown what is missing');
  if (shown || isSameList(before, await look())) return { uuids, before, foundBefore };
  for (const one of uuids) fixtures.giveBack('webhooks', one);
  throw new Disturbed('another client changed the list of webhooks');
}

/** What a target keeps of the first page must show the new webhooks, too; it may be out of date the first time. */
async function seeFirstPage({ api }: Session): Promise<void> {
  await api.listWebhooks();
  await api.listWebhooks();
}

/**
 * The first in the list, then the others from the last on: once the first is gone, another has the place of the last, one
 * that must stay. The pages were just read: they are recalled. Of a long list, that is the first one.
 */
async function inOrderOfDeletion(session: Session, uuids: readonly string[]): Promise<readonly string[]> {
  if (uuids.length < 2) return uuids;
  const list = session.api.control.list({ limit: await largestPage.in(session), recalls: true });
  const records = recordsOf(
    await readList(list, { isEnough: ([first]) => first !== undefined && isLong(first) }),
  );
  const place = (uuid: string): number => records.findIndex((record) => hasUuid(record, uuid));
  const [first, ...others] = uuids.toSorted((a, b) => place(a) - place(b));
  return [...(first === undefined ? [] : [first]), ...others.toReversed()];
}
