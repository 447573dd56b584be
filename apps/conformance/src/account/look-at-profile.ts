/** Reads sender profiles as they are now. */
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Api } from '../session/api.ts';
import type { Session } from '../session/session.ts';
import { inOtherCaseFirst } from './in-other-case.ts';
import { seenIn, type Look } from '@outreach-api/model/records/profile-history';

/**
 * Reads a sender profile.
 *
 * @param otherLetters - whether its uuid is first written in another letter case: a server that does not accept that
 *   refuses it
 */
export async function lookAt(api: Api, uuid: string, otherLetters = false): Promise<Look> {
  const read = async (by: Api): Promise<Answer> => by.getSenderProfile(uuid);
  return seenIn(uuid, await (otherLetters ? inOtherCaseFirst(api, read) : read(api)));
}

/** Rereads the profiles, all at the same time. @param api - reads; the main key if not set */
export async function lookAtAll(
  session: Session,
  looks: readonly Look[],
  api = session.api,
): Promise<readonly Look[]> {
  return Promise.all(looks.map(async ({ uuid }) => lookAt(api, uuid)));
}
