/** Uses newly created keys on each operation (Authentication; Create an API key). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { Credential } from '../../credentials/credential.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { firstKey, usedAtOnce, type FirstKey } from '../../account/first-key.ts';
import { make } from '../../account/made-key.ts';
import { mayBeReplacedUnreported, useOfNewestKeys } from '../../account/newest-keys.ts';
import type { JsonObject } from '../../records/is-record.ts';
import { isAccepted, listUse, type KeyUse, type KeyUsesSeen } from './keys-seen.ts';
import { usesOfOtherKeys } from './other-created-keys.ts';
import { usesOnEachOperation } from './uses-of-a-key.ts';

/** A created key as a caller, and what became of its first uses. */
interface KeyInUse {
  readonly credential: Credential;
  readonly uses: readonly KeyUse[];
}

/**
 * Calls each available operation with a newly created key, skipping what is not allowed or provided. Then lists with
 * other created keys. To confirm a refusal, it does so with a fresh key: what one key met by chance, another does not
 * meet.
 */
export const createdKeyUse = defineExperiment<null, KeyUsesSeen>({
  name: 'created-key-use',
  needs: ['createApiKeys'],
  // After the creations of the change phase, so that what they showed costs no further keys.
  phase: 'delete',
  // In the lock order, everything else its parts hold comes after the keys.
  changes: ['keys'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const first = await firstKey.in(session);
    if (!(await session.api.control.listWebhooks()).ok)
      throw new Unmet('the list of webhooks is refused with the main key, too');
    const { credential, uses } = await keyToUse(first, session);
    if (!uses.every(isAccepted)) return { uses };
    const further = await usesOnEachOperation(credential, session);
    const isDone =
      !further.every(isAccepted) || !(credential === first.credential || (await takes(first, session)));
    return { uses: [...uses, ...further, ...(isDone ? [] : await otherKeys(first, session))] };
  },
});

/**
 * The first key; a fresh one to confirm a refusal, or if the first one is refused by now and may have been replaced by
 * a later one: the description does not mention rotation. That is ruled out if the newest keys are refused, too.
 */
async function keyToUse(first: FirstKey, session: Session): Promise<KeyInUse> {
  const { credential, created } = first;
  const { budgets, creations } = session.state;
  if (session.asksAnew && budgets.left('createApiKeys') > 0) return freshKey(first, session);
  const atOnce = created.usedAtOnce.map((status) => listUse(status));
  if (!atOnce.every(isAccepted)) return { credential, uses: atOnce };
  const later = listUse((await session.as(credential).listWebhooks()).status);
  const isTheOnlyOne = creations.length < 2 && !mayBeReplacedUnreported(session);
  if (isAccepted(later) || isTheOnlyOne) return { credential, uses: [...atOnce, later] };
  const newest = await useOfNewestKeys(session);
  return typeof newest === 'number'
    ? { credential, uses: [...atOnce, later, listUse(newest, 'the key that was made last')] }
    : freshKey(first, session);
}

const longMs = 3000;
const manyUses = 20;

/**
 * A key created for this as the first one was, while no others are created. It is used as often and as long as the
 * first may have been: a key that wears out has not been replaced.
 */
async function freshKey({ created }: FirstKey, session: Session): Promise<KeyInUse> {
  const { id, creations } = session.state;
  const name = `conformance ${id} anew ${creations.length}`;
  const like =
    created.furtherFields.length === 0 ? null : await newKey(session.api, name, session, { label: name });
  const key = like ?? (await newKey(session.api, name, session));
  if (key === null)
    throw new Unmet(
      'the created key is refused since others were created, and no further one could be created',
    );
  const uses = [...key.uses];
  const list = async (): Promise<void> => {
    uses.push(listUse((await session.as(key.credential).listWebhooks()).status, 'a key just made'));
  };
  while (uses.length < manyUses && uses.every(isAccepted)) await list();
  if (uses.every(isAccepted)) await session.clock.wait(longMs);
  await list();
  return { credential: key.credential, uses };
}

/** A new key, used at once; null if it is refused. */
async function newKey(
  api: Api,
  name: string,
  session: Session,
  further: JsonObject = {},
): Promise<KeyInUse | null> {
  const made = await make(api, { name, by: 'main key', together: false }, session, further);
  if (made.credential === null) return null;
  const { usedAtOnce: statuses } = await usedAtOnce(made, session);
  return { credential: made.credential, uses: statuses.map((status) => listUse(status, 'a key just made')) };
}

/**
 * Lists with other keys. If one is refused that may have been dropped for a newer one, another is created by the
 * first key and used at once: perhaps exactly such keys are refused.
 *
 * @throws Unmet if the cause is still unclear
 */
async function otherKeys(first: FirstKey, session: Session): Promise<readonly KeyUse[]> {
  const { state } = session;
  const { uses, isUnclear } = await usesOfOtherKeys(first.credential, session);
  if (!isUnclear || !uses.every(isAccepted)) return uses;
  const isPossible = state.budgets.left('createApiKeys') > 0;
  const name = `conformance ${state.id} by the first key`;
  const made = isPossible ? await newKey(session.as(first.credential), name, session) : null;
  if (made?.uses.every(isAccepted) ?? true)
    throw new Unmet('a key created in this run is refused, and it is unclear whether another replaced it');
  return [...uses, ...(made?.uses ?? [])];
}

async function takes({ credential }: FirstKey, session: Session): Promise<boolean> {
  return (await session.as(credential).control.listWebhooks()).ok;
}
