/** Makes sure that a target can be reached and takes the credential, for commands that judge nothing. */
import { checkTarget } from './check-target.ts';
import { Session } from './session.ts';
import type { Target } from '../target/target.ts';

/**
 * Makes sure that a target can be reached and takes the credential.
 *
 * @throws ConfigurationError where it does not
 */
export async function checkAccess(target: Target): Promise<void> {
  const session = Session.open(target, new AbortController().signal);
  try {
    await checkTarget(session);
  } finally {
    await session.close();
  }
}
