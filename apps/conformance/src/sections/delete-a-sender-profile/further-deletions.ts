/** Deletes sender profiles in parallel with other requests (Delete a sender profile). */
import { whereUnmet } from '@outreach-api/engine';
import { lastKeyOf } from '../../account/first-key.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import { seenIn, type Look } from '@outreach-api/model/records/profile-history';
import type { Sending, Session } from '../../session/session.ts';
import {
  askFor,
  deleteProfile,
  isThereAfter,
  renamedAgain,
  giveBackIfThere,
  settledDeletion,
  untilLastMs,
} from './deletion-requests.ts';
import type { RequestAfter } from './deletion-seen.ts';

/** Between the updates and before the deletion, so that one of them is in progress then, however fast they are. */
const updatesApartMs = 4;

/**
 * What is still available of profiles that were deleted while updates of them were in progress. What became of each is
 * recorded; one that was not deleted is given back.
 */
export async function deleteDuringUpdates(
  session: Session,
  uuids: readonly string[],
): Promise<readonly RequestAfter[]> {
  const after: RequestAfter[] = [];
  for (const uuid of uuids) {
    const answered = await deletedDuringUpdates(session, uuid).catch(whereUnmet(null));
    if (answered?.ok !== true) {
      await giveBackIfThere(session, uuid);
      continue;
    }
    const looks = [await askFor(uuid, 'read', answered.status, session)];
    await session.clock.wait(untilLastMs);
    looks.push(await askFor(uuid, 'read', answered.status, session));
    await isThereAfter(session, uuid, answered, looks);
    after.push(...looks);
  }
  return after;
}

/**
 * Deletes while updates are in progress: one that had already found the profile must not bring it back. A service
 * may take one request at a time: what it refuses in parallel is retried alone. Whether deleting succeeds is not
 * judged here.
 */
async function deletedDuringUpdates(session: Session, uuid: string): Promise<Answer> {
  const update = async ({ api }: Session): Promise<null> =>
    api.control.updateSenderProfile(uuid, renamedAgain).then(() => null, whereUnmet(null));
  const sendings: readonly Sending<Answer | null>[] = [
    update,
    update,
    update,
    async (own) => deleteProfile(own, uuid),
  ];
  const beside = (await Promise.all(session.simultaneously(sendings, updatesApartMs))).at(-1);
  return beside?.ok === true ? beside : deleteProfile(session, uuid);
}

/** What came of profiles that were deleted at the same time. */
export interface DeletedTogether {
  readonly after: readonly RequestAfter[];
  readonly refused: readonly Look[];
}

/** What comes of two that could not be deleted. */
export const noneDeleted: DeletedTogether = { after: [], refused: [] };

/**
 * Deletes two at the same time, if the owner's module creates them, one with a key created in the run if there is
 * one. What is refused in parallel is retried alone, and where the profile can be read, once more after a while.
 */
export async function deleteTwoTogether(session: Session): Promise<DeletedTogether> {
  const { fixtures, clock } = session;
  const made = [await fixtures.newSenderProfile(), await fixtures.newSenderProfile()];
  const uuids = made.filter((uuid) => uuid !== null);
  const key = lastKeyOf(session);
  const sendings = uuids.map((uuid, at) => async (own: Session) => ({
    uuid,
    answer: await deleteProfile(own, uuid, at === 1 && key !== null ? own.as(key) : own.api),
  }));
  const asked = await Promise.all(session.simultaneously(sendings));
  const answered: (readonly [string, Answer])[] = [];
  for (const { uuid, answer: beside } of asked) {
    let answer = beside.ok ? beside : await deleteProfile(session, uuid);
    if (!answer.ok && (await settledDeletion(session, uuid)) === 'there') {
      await clock.wait(untilLastMs);
      answer = await deleteProfile(session, uuid);
    }
    answered.push([uuid, answer]);
  }
  const left = answered.map(async ([uuid, { ok, status }]) =>
    ok ? [await askFor(uuid, 'read', status, session)] : [],
  );
  const after = await Promise.all(left);
  const refused: Look[] = [];
  for (const [at, [uuid, answer]] of answered.entries()) {
    if (!(await isThereAfter(session, uuid, answer, after[at] ?? []))) continue;
    fixtures.giveBack('senderProfiles', uuid);
    if (!answer.ok) refused.push(seenIn(uuid, answer));
  }
  return { after: after.flat(), refused };
}
