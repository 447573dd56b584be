/** Uses the keys that were created last (Authentication; Create an API key). */
import type { Answer } from '@outreach-api/model/records/exchange';
import { isRecord } from '@outreach-api/model/records/is-record';
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
 *   is none, if others may have replaced them, or if the main key is refused, too
 */
export async function useOfNewestKeys(session: Session): Promise<number | 'taken' | null> {
  const last = ownKeys(session).slice(-newest);
  const first = await useOf(last, session);
  if (typeof first !== 'number') return first;
  if (newestKeys(session).length === 0) return null;
  await session.clock.wait(untilAgainMs);
  return useOf(last, session);
}

/**
 * The most recent keys of this account: none can have replaced both. None if a key created since by somebody else, or
 * one that may have been created unreported, may have.
 */
export function newestKeys(session: Session): readonly MadeKey[] {
  const { keys, creations, account } = session.state;
  const { unreportedAfter } = account.keys;
  if (unreportedAfter !== null && creations.length - unreportedAfter < newest) return [];
  const own = ownKeys(session);
  const rivals = keys.filter((key) => !isOfOtherUsers(key, creations));
  const last = rivals.slice(-Math.min(newest, own.length));
  return own.length > 0 && last.every((rival) => own.includes(rival)) ? last : [];
}

function ownKeys({ state }: Session): readonly MadeKey[] {
  return state.creations.filter(({ answer }) => createdCredentialIn(answer) !== null);
}

/**
 * Whether another account created a key for its own users: whether new keys replace older ones is open, but these
 * replace none of ours.
 */
function isOfOtherUsers({ by, answer }: MadeKey, ours: readonly MadeKey[]): boolean {
  const user = userOf(answer);
  const users = ours.map((own) => userOf(own.answer));
  return by === 'other account' && user !== null && !users.includes(user) && !users.includes(null);
}

/** The user that the record of a key names; null if it names none. */
function userOf({ json }: Answer): number | null {
  const user = isRecord(json) ? json['user_id'] : undefined;
  return typeof user === 'number' ? user : null;
}

async function useOf(keys: readonly MadeKey[], session: Session): Promise<number | 'taken' | null> {
  let refusal: number | null = null;
  for (const { answer } of keys.toReversed()) {
    const credential = createdCredentialIn(answer);
    if (credential === null) continue;
    const { ok, status } = await session.as(credential).listWebhooks();
    if (ok) return 'taken';
    refusal = status;
  }
  return (await session.api.control.listWebhooks()).ok ? refusal : null;
}
