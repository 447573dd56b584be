/** Checks that a target is reachable and accepts the credential, for commands that judge nothing. */
import { checkTarget } from './check-target.ts';
import type { Network } from '@outreach-api/wire/network';
import { Secrets } from '@outreach-api/masking/secrets';
import { Session } from './session.ts';
import type { Target } from '../target/target.ts';

/**
 * Checks that a target is reachable and accepts the credential.
 *
 * @param network - how requests reach it; over sockets if not set
 * @throws ConfigurationError if it is unreachable or refuses
 */
export async function checkAccess(target: Target, network?: Network): Promise<void> {
  const session = Session.open(target, new AbortController().signal, new Secrets(), network);
  try {
    await checkTarget(session);
  } finally {
    await session.close();
  }
}
