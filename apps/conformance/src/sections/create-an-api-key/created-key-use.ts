/** Uses newly created keys on each operation (Authentication; Create an API key). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { firstKey, usedAtOnce, type FirstKey } from '../../account/first-key.ts';
import { make, unusedName } from '../../account/made-key.ts';
import { mustBeAccepted } from '../../account/with-new-key.ts';
import { newNamesLike } from '../../account/refused-key.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isAccepted, listUse, type KeyUse, type KeyUsesSeen } from './keys-seen.ts';
import { usesOfCreatedKeys } from './uses-of-created-keys.ts';
import { usesOnEachOperation } from './uses-of-a-key.ts';

/** A created key as a caller, and what became of its first uses. */
interface KeyInUse {
  readonly credential: Credential;
  readonly uses: readonly KeyUse[];
}

/**
 * To confirm a refusal, it uses a fresh key: what one key met by chance, another does not meet. So it does if the first
 * key is refused by now and may have been replaced by a later one.
 */
export const createdKeyUse = defineExperiment<null, KeyUsesSeen>({
  name: 'created-key-use',
  does: 'calls each operation that is allowed with a key that was just created, and lists with other created keys',
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
    const isFresh = session.readsAfresh && session.state.budgets.left('createApiKeys') > 0;
    const begun = isFresh
      ? await freshKey(first, session)
      : { ...first, uses: first.created.usedAtOnce.map((status) => listUse(status)) };
    if (!begun.uses.every(isAccepted)) return { uses: begun.uses };
    const { uses, isFirstAccepted, unclear } = await usesOfCreatedKeys(first.credential, session);
    const key =
      isFresh || isFirstAccepted || !uses.every(isAccepted) ? begun : await freshKey(first, session);
    const all = [...begun.uses, ...uses, ...(key === begun ? [] : key.uses)];
    if (!all.every(isAccepted)) return { uses: all };
    const further = await usesOnEachOperation(key.credential, session);
    // Where newer keys are refused, only a list that was kept for the first one may have been answered.
    if (!isFresh && unclear !== null && !further.every(isAccepted))
      await mustBeAccepted(session, key.credential);
    const isOpen = isFirstAccepted && unclear !== null && further.every(isAccepted);
    const others = isOpen ? await useOfOneMore(first, unclear, session) : [];
    return { uses: [...all, ...further, ...others] };
  },
});

const longMs = 3000;
const manyUses = 20;

/**
 * A key created for this as the first one was, while no others are created. It is used as often and as long as the
 * first may have been: a key that wears out has not been replaced.
 */
async function freshKey({ created }: FirstKey, session: Session): Promise<KeyInUse> {
  const further = created.furtherFields.length === 0 ? null : { label: unusedName(session, 'anew') };
  const like =
    further === null ? null : await newKey(session.api, unusedName(session, 'anew'), session, further);
  const key = like ?? (await newKey(session.api, unusedName(session, 'anew'), session));
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
  const toMake = { name, by: 'main key', together: false } as const;
  const made = await make(api, toMake, session, further);
  if (made.credential === null) return null;
  const { usedAtOnce: statuses } = await usedAtOnce(made, session);
  return { credential: made.credential, uses: statuses.map((status) => listUse(status, 'a key just made')) };
}

/**
 * A key was refused that may have been dropped for a newer one: another is created and used at once, under a name like
 * that of the refused one and by the first key, since perhaps exactly such keys are refused.
 *
 * @throws Unmet if the cause is still unclear
 */
async function useOfOneMore(
  first: FirstKey,
  refusedName: string,
  session: Session,
): Promise<readonly KeyUse[]> {
  const [like = unusedName(session, refusedName)] = newNamesLike(refusedName, session);
  for (const name of [like, unusedName(session, 'by the first key')]) {
    const isPossible = session.state.budgets.left('createApiKeys') > 0;
    const made = isPossible ? await newKey(session.as(first.credential), name, session) : null;
    if (made !== null && !made.uses.every(isAccepted)) return made.uses;
    if (made !== null) break;
  }
  throw new Unmet('a key created in this run is refused, and it is unclear whether another replaced it');
}
