/** Uses the keys that were created last (Authentication; Create an API key). */
import { isRecord } from '../records/is-record.ts';
import type { Credential } from '../credentials/credential.ts';
import type { Session } from '../session/session.ts';
import { createdCredentialIn } from './first-key.ts';

/** Two keys created at the same time have no order: either may be the newer one. */
const newest = 2;
const untilAgainMs = 1500;

/**
 * Lists webhooks with the two most recent keys of this account, until one is accepted.
 *
 * @returns the status of the refusal if both are refused, and again a while later; `taken` if one is not; null if there
 *   is none, if a key created since by somebody else, or one that may have been created unreported, may have replaced
 *   them, or if the main key is refused, too
 */
export async function useOfNewestKeys(session: Session): Promise<number | 'taken' | null> {
  const own = session.state.creations.flatMap((answer) => createdCredentialIn(answer) ?? []);
  const credentials = own.slice(-newest);
  const first = await useOf(credentials, session);
  if (typeof first !== 'number') return first;
  if (mayBeReplacedUnreported(session)) return null;
  const strangers = keysOfStrangers(session);
  const last = [...session.state.createdTokens]
    .filter((token) => !strangers.has(token))
    .slice(-credentials.length);
  if (!last.every((token) => own.some(({ header }) => header === `Bearer ${token}`))) return null;
  await session.clock.wait(untilAgainMs);
  return useOf(credentials, session);
}

/**
 * The keys that another account created for its own users: whether new keys replace older ones is open, but these
 * replace none of ours.
 */
function keysOfStrangers({ state }: Session): ReadonlySet<unknown> {
  const ours = new Set(state.creations.map(({ json }) => userIn(json)));
  const theirs = state.othersCreations.filter(({ json }) => {
    const user = userIn(json);
    return user !== null && !ours.has(user) && !ours.has(null);
  });
  return new Set(theirs.map(({ json }) => (isRecord(json) ? json['last_token'] : undefined)));
}

/** The user that a record names; null if it names none. */
function userIn(record: unknown): number | null {
  const user = isRecord(record) ? record['user_id'] : undefined;
  return typeof user === 'number' ? user : null;
}

/** Whether a key created unreported may be newer than the keys that are known to be the last. */
export function mayBeReplacedUnreported({ state: { account, creations } }: Session): boolean {
  const { untoldAfter } = account.keys;
  return untoldAfter !== null && creations.length - untoldAfter < newest;
}

async function useOf(credentials: readonly Credential[], session: Session): Promise<number | 'taken' | null> {
  let refusal: number | null = null;
  for (const credential of credentials.toReversed()) {
    const { ok, status } = await session.as(credential).listWebhooks();
    if (ok) return 'taken';
    refusal = status;
  }
  return (await session.api.control.listWebhooks()).ok ? refusal : null;
}
