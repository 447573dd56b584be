/** Deletes webhooks, one after the other or concurrently, retrying until the outcome is known. */
import { eventually, whereUnmet } from '@outreach-api/engine';
import { deleteForSure } from '../../account/delete-for-sure.ts';
import { listNow } from '../../account/list-now.ts';
import { apartMs, shortList } from '../../account/short-list.ts';
import { openConnections } from '../../account/open-connections.ts';
import { leavesTheList } from '@outreach-api/model/bounds';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../../session/session.ts';
import { isListed, hasUniqueUuids, type ListNow } from '@outreach-api/model/records/list-now';
import type { RequestedDeletion } from './deletion-seen.ts';

/** Deletes all at the same time. A service may take one deletion at a time: what it refuses in parallel is retried alone. */
export async function deleteConcurrently(
  session: Session,
  uuids: readonly string[],
): Promise<readonly RequestedDeletion[]> {
  if (uuids.length > 1) await openConnections(session, uuids.length).catch(whereUnmet(null));
  const sendings = uuids.map((uuid) => async (own: Session) => ask(own, uuid));
  const came = await Promise.allSettled(session.simultaneously(sendings));
  const failed = came.find((one) => one.status === 'rejected');
  const asked = came.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (failed !== undefined) {
    for (const { uuid } of asked) session.fixtures.settle('webhook', uuid, 'unknown');
    throw failed.reason;
  }
  const all: RequestedDeletion[] = [];
  for (const one of asked) all.push(one.accepted || uuids.length === 1 ? one : await ask(session, one.uuid));
  return all;
}

/** Deletes while the list is being read: what that read may put back shows afterwards. */
export async function deleteWhileListed(
  session: Session,
  uuid: string,
): Promise<readonly RequestedDeletion[]> {
  const [, deletion] = await Promise.allSettled(
    session.simultaneously([shortList, async (own: Session) => ask(own, uuid)], apartMs),
  );
  if (deletion.status === 'rejected') throw deletion.reason;
  return [deletion.value];
}

/** Deletes one after the other. */
export async function deleteInTurn(
  session: Session,
  uuids: readonly string[],
): Promise<readonly RequestedDeletion[]> {
  const all: RequestedDeletion[] = [];
  for (const uuid of uuids) all.push(await ask(session, uuid));
  return all;
}

/** Deletes; retries if the server fails, unless the webhook was deleted anyway. */
async function ask(session: Session, uuid: string): Promise<RequestedDeletion> {
  const wasTested = session.state.account.tested.has(uuid);
  const { ok: accepted, status } = await deleteForSure(session, {
    record: `webhook ${uuid}`,
    ask: async () => deleted(session, uuid),
    isThere: async () => isListed(await listNow(session, { around: [uuid] }), uuid),
  });
  return { uuid, accepted, status, ...(wasTested ? { wasTested } : {}) };
}

/** A deletion without an answer may be carried out later: until then no other experiment may read the list. */
async function deleted(session: Session, uuid: string): Promise<Answer> {
  try {
    return await session.api.deleteWebhook(uuid);
  } catch (error) {
    const look = async (): Promise<ListNow | null> =>
      listNow(session, { around: [uuid] }).catch(whereUnmet(null));
    await eventually(
      session.state,
      leavesTheList,
      look,
      (list) => list !== null && hasUniqueUuids(list) && !isListed(list, uuid),
    );
    throw error;
  }
}
