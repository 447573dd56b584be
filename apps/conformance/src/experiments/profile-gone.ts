/** Tells a sender profile that is gone from one that nobody can read for a moment (Delete a sender profile). */
import { Unmet } from '../engine/unmet.ts';
import type { Session } from '../session/session.ts';

const pauses: readonly number[] = [0, 300, 1000];

/**
 * Whether a sender profile can no longer be read. A fault of the server (500 and the like) is looked at again, and
 * so is any refusal, once it is known that not everybody is refused.
 *
 * @throws Unmet where everybody is refused
 */
export async function isGone(session: Session, uuid: string): Promise<boolean> {
  for (const pause of pauses) {
    await session.clock.wait(pause);
    const { ok, status } = await session.api.control.getSenderProfile(uuid);
    if (ok) return false;
    if (status < 500) break;
  }
  if (await session.isShutOut())
    throw new Unmet(
      `the key of the target file is refused, so whether sender profile ${uuid} is gone is not known`,
    );
  return !(await session.api.control.getSenderProfile(uuid)).ok;
}
