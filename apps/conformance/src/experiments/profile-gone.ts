/** Tells a sender profile that is gone from one that nobody can read for a moment (Delete a sender profile). */
import { failurePasses } from '../session/bounds.ts';
import { eventually } from '../session/eventually.ts';
import { Unmet } from '../engine/unmet.ts';
import type { Session } from '../session/session.ts';

/**
 * Whether a sender profile can no longer be read. A fault of the server (500 and the like) is looked at again, and
 * so is any refusal, once it is known that not everybody is refused.
 *
 * @throws Unmet where everybody is refused
 */
export async function isGone(session: Session, uuid: string): Promise<boolean> {
  const { last } = await eventually(
    session.state,
    failurePasses,
    async () => session.api.control.getSenderProfile(uuid),
    ({ status }) => status < 500,
  );
  if (last.ok) return false;
  if (await session.isShutOut())
    throw new Unmet(
      `the key of the target file is refused, so whether sender profile ${uuid} is gone is not known`,
    );
  return !(await session.api.control.getSenderProfile(uuid)).ok;
}
