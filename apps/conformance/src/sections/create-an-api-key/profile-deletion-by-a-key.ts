/** Deletes a sender profile with a key just made (Authentication; Delete a sender profile). */
import { Unmet } from '../../engine/unmet.ts';
import type { Credential } from '../../http/credential.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';

const whileMs = 1500;

/**
 * The answer to the deletion of a profile that was made for that. Where it is refused, the main key deletes the same
 * profile, and must be let; a key whose team is another one is refused the profile, too.
 *
 * @throws Unmet where there is no such profile, where the main key is refused, or where the key is of another team
 */
export async function profileDeletionBy(credential: Credential, session: Session): Promise<Answer> {
  const api = session.as(credential);
  const uuid = await session.fixtures.newSenderProfile();
  if (uuid === null || !(await api.control.getSenderProfile(uuid)).ok)
    throw new Unmet('no sender profile was made that the key may read');
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
