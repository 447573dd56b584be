/** Deletes a sender profile with a created key (Authentication; Delete a sender profile). */
import { Unmet } from '../../engine/unmet.ts';
import type { Credential } from '../../credentials/credential.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';

const whileMs = 1500;

/**
 * The answer to the deletion of a profile that was created for this. If it is refused, the main key deletes the
 * same profile and must be allowed to; a key of another team is denied the profile, too.
 *
 * @throws Unmet if there is no such profile, the main key is refused, or the key belongs to another team
 */
export async function profileDeletionBy(credential: Credential, session: Session): Promise<Answer> {
  const api = session.as(credential);
  const uuid = await session.fixtures.newSenderProfile();
  if (uuid === null || !(await api.control.getSenderProfile(uuid)).ok)
    throw new Unmet('no sender profile was created that the key may read');
  let answer = await api.deleteSenderProfile(uuid);
  if (!answer.ok) {
    await session.clock.wait(whileMs);
    answer = await api.deleteSenderProfile(uuid);
  }
  const taken = answer.ok ? answer : await session.api.control.deleteSenderProfile(uuid);
  session.fixtures.settle('sender profile', uuid, 'unknown');
  if (!taken.ok) throw new Unmet(`the deletion of a sender profile was refused with ${taken.status}`);
  return answer;
}
