/** Deletes webhooks, one alone or two concurrently, retrying until the outcome is known. */
import { classOf } from '../../records/answer-class.ts';
import { lastKeyOf } from '../../account/first-key.ts';
import { listNow } from '../../account/list-now.ts';
import { openConnections } from '../../account/open-connections.ts';
import { eventually } from '../../engine/eventually.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { leavesTheList } from '../../http/bounds.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';
import type { RequestedDeletion } from './looks-after.ts';
import { isListed, hasUniqueUuids, type ListNow } from '../../records/list-now.ts';

const mostRefusals = 3;

/**
 * Deletes both at the same time, the second with a key created in the run if there is one. A service may take one
 * deletion at a time: what it refuses in parallel is retried alone.
 */
export async function deleteConcurrently(
  session: Session,
  uuid: string,
  companion: string | null,
): Promise<readonly [RequestedDeletion, ...RequestedDeletion[]]> {
  if (companion === null) return [await ask(session, uuid)];
  await openConnections(session, 2).catch(whereUnmet(null));
  const key = lastKeyOf(session);
  const [one, other] = await bothOf(
    session,
    session.simultaneously([
      async (own) => ask(own, uuid),
      async (own) => ask(key === null ? own : own.asking(key), companion),
    ]),
  );
  const askAgain = async (asked: RequestedDeletion): Promise<RequestedDeletion> =>
    asked.answer.ok ? asked : ask(session, asked.uuid);
  return [await askAgain(one), await askAgain(other)];
}

/** Waits for both; if one fails, what the other deleted is still known. */
async function bothOf(
  { fixtures }: Session,
  asking: readonly [Promise<RequestedDeletion>, Promise<RequestedDeletion>],
): Promise<readonly [RequestedDeletion, RequestedDeletion]> {
  try {
    return await Promise.all(asking);
  } catch (error) {
    for (const one of await Promise.allSettled(asking)) {
      if (one.status === 'fulfilled') fixtures.settle('webhook', one.value.uuid, 'unknown');
    }
    throw error;
  }
}

async function ask(session: Session, uuid: string): Promise<RequestedDeletion> {
  return { uuid, answer: await deleteWebhook(session, uuid) };
}

/** A deletion without an answer may be carried out later: until then no other experiment may read the list. */
async function mayStillBeDone(session: Session, uuid: string): Promise<void> {
  const look = async (): Promise<ListNow | null> =>
    listNow(session, { around: [uuid] }).catch(whereUnmet(null));
  await eventually(
    session.state,
    leavesTheList,
    look,
    (list) => list !== null && hasUniqueUuids(list) && !isListed(list, uuid),
  );
}

/** Deletes; retries if the server fails, unless the webhook was deleted anyway. */
async function deleteWebhook(session: Session, uuid: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await session.api.deleteWebhook(uuid).catch(async (error: unknown) => {
      await mayStillBeDone(session, uuid);
      throw error;
    });
    if (classOf(answer).effect !== 'perhaps' || tries === mostRefusals) return answer;
    await session.clock.wait(200 * tries);
    if (isListed(await listNow(session, { around: [uuid] }), uuid)) continue;
    if (classOf(answer).by !== 'gateway') return answer;
    throw new Unmet(`a gateway failed while webhook ${uuid} was deleted`);
  }
}
