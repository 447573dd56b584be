/** Deletes a sender profile and requests it afterwards (Delete a sender profile). */
import { eventually } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { laterChange } from '@outreach-api/model/bounds';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { ProfileFields } from '@outreach-api/model/records/profile-fields';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import type { Presence } from '../../ledger/presence.ts';
import { seenIn, type Look } from '@outreach-api/model/records/profile-history';
import { deleteForSure } from '../../account/delete-for-sure.ts';
import { presenceOf } from '../../account/profile-gone.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import type { RequestAfter } from './deletion-seen.ts';

/** What an update sends, and the caller if it is not the main key. */
interface Asking {
  readonly fields?: ProfileFields;
  readonly api?: Api;
}

/** A profile that comes back does so after this delay, or when the next one is deleted. */
export const untilLastMs = 500;
/** A change answered with 202 may take a moment. */
export const isDeleted = laterChange('a deletion of a sender profile');
/** What updates of a deleted profile send. */
export const renamedAgain = { first_name: 'Back', last_name: 'Again', label: 'Back at once' };
/** A label may be stored apart from the record, without a check that the record exists. Another one each time. */
export function relabelled({ exchanges }: Session): ProfileFields {
  return { label: `Back again ${exchanges.length}` };
}

/** Whether a profile is unavailable. */
export function isRefused({ ok }: Look): boolean {
  return !ok;
}

/** Finds out what happened to a profile that may have been deleted, and records it. */
export async function settledDeletion(session: Session, uuid: string): Promise<Presence> {
  const seen = await presenceOf(session, uuid);
  session.fixtures.settle('sender profile', uuid, seen);
  return seen;
}

/** Finds out what happened to a profile that may have been deleted, and gives it back if it is still there. */
export async function giveBackIfThere(session: Session, uuid: string): Promise<void> {
  if ((await settledDeletion(session, uuid)) === 'there') session.fixtures.giveBack('senderProfiles', uuid);
}

/**
 * Records what happened to a profile once its deletion was answered, and whether it is still there. If the deletion was
 * confirmed, all that is needed is that it no longer shows.
 */
export async function isThereAfter(
  session: Session,
  uuid: string,
  { ok }: Answer,
  after: readonly RequestAfter[],
): Promise<boolean> {
  if (!ok) return (await settledDeletion(session, uuid)) === 'there';
  const isThere = after.some(({ request, answer }) => request === 'read' && answer.ok);
  session.fixtures.settle('sender profile', uuid, isThere ? 'there' : 'unknown');
  return isThere;
}

/** Deletes; retries if the server fails, unless the profile was deleted anyway. */
export async function deleteProfile(session: Session, uuid: string, api = session.api): Promise<Answer> {
  return deleteForSure(session, {
    record: `sender profile ${uuid}`,
    ask: async () => api.deleteSenderProfile(uuid),
    isThere: async () => (await settledDeletion(session, uuid)) === 'there',
  });
}

/**
 * Requests a deleted profile.
 *
 * @param status - of the answer to its deletion: after a 202 it may take a moment
 * @param asking - the fields that an update sends, and the caller
 */
export async function askFor(
  uuid: string,
  request: RequestAfter['request'],
  status: number,
  session: Session,
  { fields = renamedAgain, api = session.api }: Asking = {},
): Promise<RequestAfter> {
  const look = async (): Promise<Look> =>
    request === 'read' ? lookAt(api, uuid) : seenIn(uuid, await api.updateSenderProfile(uuid, fields));
  const answer =
    classOf({ status }).effect === 'later'
      ? (await eventually(session.state, isDeleted, look, isRefused)).last
      : await look();
  return { request, answer };
}
