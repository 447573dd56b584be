/** Deletes a sender profile, and asks for it afterwards (Delete a sender profile). */
import { laterChange } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import { Unmet } from '../../engine/unmet.ts';
import { isGatewayFailure, type Answer } from '../../records/exchange.ts';
import type { ProfileFields } from '../../records/profile-fields.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import type { Whereabouts } from '../../ledger/whereabouts.ts';
import { lookAt, seenIn, type Look } from '../../account/profile-history.ts';
import { whereabouts } from '../../account/profile-gone.ts';

/** A request for a profile that was deleted. */
export interface RequestAfter {
  readonly request: 'read' | 'update';
  readonly answer: Look;
}

/** What an update sends, and who asks, where not the main key. */
interface Asking {
  readonly fields?: ProfileFields;
  readonly api?: Api;
}

/** What comes back, comes back a while later: after this, or when the next one is deleted. */
export const untilLastMs = 500;
/** What was answered 202 may take a moment. */
export const isDeleted = laterChange('a deletion of a sender profile');
const mostDeletions = 3;
const untilAgainMs = 300;
/** What updates of a profile send that is deleted. */
export const renamedAgain = { first_name: 'Back', last_name: 'Again' };
/** A label may be kept apart from the record, where nobody looks whether there is one. */
export const relabelled = { label: 'Back again' };

/** Whether a profile is not to be had. */
export function isRefused({ ok }: Look): boolean {
  return !ok;
}

/** Finds out what became of a profile that may have been deleted, and writes that down. */
export async function settledDeletion(session: Session, uuid: string): Promise<Whereabouts> {
  const seen = await whereabouts(session, uuid);
  session.fixtures.settle('sender profile', uuid, seen);
  return seen;
}

/** Writes down what became of a profile that was confirmed as deleted: it need only not be shown. */
export function isStillRead(session: Session, uuid: string, after: readonly RequestAfter[]): boolean {
  const isThere = after.some(({ request, answer }) => request === 'read' && answer.ok);
  session.fixtures.settle('sender profile', uuid, isThere ? 'there' : 'unknown');
  return isThere;
}

/** Deletes; a server that fails is asked again, unless it deleted all the same. */
export async function deleted(session: Session, uuid: string, api = session.api): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await api.deleteSenderProfile(uuid);
    if (answer.status < 500 || tries === mostDeletions) return answer;
    await session.clock.wait(untilAgainMs * tries ** 2);
    if ((await settledDeletion(session, uuid)) === 'there') continue;
    if (!isGatewayFailure(answer.status)) return answer;
    throw new Unmet(`a gateway failed while sender profile ${uuid} was deleted`);
  }
}

/**
 * Asks for a profile that was deleted.
 *
 * @param status - of the answer to its deletion: what was answered 202 may take a moment
 * @param asking - the fields that an update sends, and who asks
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
    status === 202 ? (await eventually(session.state, isDeleted, look, isRefused)).last : await look();
  return { request, answer };
}
