/** Uses the keys that were created last (Authentication; Create an API key). */
import { isRecord } from '../records/is-record.ts';
import type { Credential } from '../credentials/credential.ts';
import type { MadeKey } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { createdCredentialIn } from './made-key.ts';

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
  const { keys, creations } = session.state;
  const own = creations.flatMap((key) => {
    const credential = createdCredentialIn(key.answer);
    return credential === null ? [] : [{ key, credential }];
  });
  const last = own.slice(-newest);
  const first = await useOf(last, session);
  if (typeof first !== 'number') return first;
  if (mayBeReplacedUnreported(session)) return null;
  const rivals = keys.filter((key) => !isOfStrangers(key, creations)).slice(-last.length);
  if (!rivals.every((rival) => own.some(({ key }) => key === rival))) return null;
  await session.clock.wait(untilAgainMs);
  return useOf(last, session);
}

/**
 * Whether another account created a key for its own users: whether new keys replace older ones is open, but these
 * replace none of ours.
 */
function isOfStrangers({ by, answer }: MadeKey, ours: readonly MadeKey[]): boolean {
  const user = userOf(answer.json);
  return (
    by === 'other account' && user !== null && ours.every((own) => isOtherThan(user, userOf(own.answer.json)))
  );
}

function isOtherThan(user: number, own: number | null): boolean {
  return own !== null && own !== user;
}

/** The user that a record names; null if it names none. */
function userOf(record: unknown): number | null {
  const user = isRecord(record) ? record['user_id'] : undefined;
  return typeof user === 'number' ? user : null;
}

/** Whether a key created unreported may be newer than the keys that are known to be the last. */
export function mayBeReplacedUnreported({ state: { account, creations } }: Session): boolean {
  const { untoldAfter } = account.keys;
  return untoldAfter !== null && creations.length - untoldAfter < newest;
}

async function useOf(
  keys: readonly { readonly credential: Credential }[],
  session: Session,
): Promise<number | 'taken' | null> {
  let refusal: number | null = null;
  for (const { credential } of keys.toReversed()) {
    const { ok, status } = await session.as(credential).listWebhooks();
    if (ok) return 'taken';
    refusal = status;
  }
  return (await session.api.control.listWebhooks()).ok ? refusal : null;
}
