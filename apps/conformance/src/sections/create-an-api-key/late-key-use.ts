/** Uses the most recently created keys once more, late in the run (Authentication; Create an API key). */
import { classOf } from '../../records/answer-class.ts';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { newKeyOfAnotherAccount } from '../authentication/new-key-of-another.ts';
import { asListUse, type KeyUse, type KeyUsesSeen } from './key-uses.ts';
import { firstKey } from '../../account/first-key.ts';
import { useOfNewestKeys } from '../../account/newest-keys.ts';
import { emptyNameCreation } from './key-of-an-empty-name.ts';
import type { Session } from '../../session/session.ts';

/**
 * Lists with the most recently created keys once everything else was asked: keys last for years (Create an API
 * key). Also tells how a key of an empty name was taken when it was new.
 */
export const lateKeyUse = defineExperiment<null, KeyUsesSeen>({
  name: 'late-key-use',
  needs: ['createApiKeys'],
  phase: 'late',
  reads: ['keys'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    await firstKey.in(session);
    const ofAnEmptyName = await usesOfAnEmptyName(session);
    if (ofAnEmptyName.uses.some(({ accepted }) => !accepted)) return ofAnEmptyName;
    // Once per session: checks what happens to our keys when another account creates one.
    await newKeyOfAnotherAccount(session).catch(whereUnmet(null));
    const { usedAfterAnother } = session.state.account.keys;
    const afterAnother: readonly KeyUse[] =
      usedAfterAnother === null
        ? []
        : [
            {
              ...asListUse(usedAfterAnother, 'a key made last, once another account has made one,'),
              isAfterAnother: true,
            },
          ];
    if (afterAnother.some(({ accepted }) => !accepted)) return { uses: afterAnother };
    const use = await useOfNewestKeys(session);
    const others = [...ofAnEmptyName.uses, ...afterAnother];
    if (use === null && ofAnEmptyName.emptyNameWasTried === true) return { ...ofAnEmptyName, uses: others };
    if (use === null)
      throw new Unmet(
        'the most recently created keys are refused, and so is the main key, or others may have replaced them',
      );
    const late = asListUse(use === 'taken' ? 200 : use, 'a key made last, when all else was asked,');
    return { ...ofAnEmptyName, uses: [late, ...others] };
  },
});

/** The description does not say whether an empty name is accepted; if it is, the key is one like any other. */
async function usesOfAnEmptyName(session: Session): Promise<KeyUsesSeen> {
  const made = await emptyNameCreation.in(session).catch(whereUnmet(null));
  if (made === null) return { uses: [] };
  const { answer, usedAtOnce } = made;
  return {
    uses: usedAtOnce.map((status) => asListUse(status, 'a key made under an empty name')),
    emptyNameWasTried: usedAtOnce.length > 0 || (!answer.ok && classOf(answer).by !== 'gateway'),
  };
}
