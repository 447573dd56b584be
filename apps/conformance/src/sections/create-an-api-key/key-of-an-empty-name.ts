/** Creates an API key with an empty name (Create an API key). */
import { classOf } from '../../records/answer-class.ts';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { createdCredentialIn, firstKey, usesAtOnce } from '../../account/first-key.ts';
import { allKeysOf } from '../../account/key-identity.ts';
import { creationOf, make, type Made } from '../../account/made-key.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { defineMaking } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import type { TwoNames } from './key-creations.ts';
import type { CreationsSeen } from './keys-seen.ts';

const named: TwoNames = { byMainKey: '', byCreatedKey: '' };

/** A creation with an empty name, and what became of its key. */
interface MadeAndUsed extends Made {
  /** The statuses of its first uses, for the list; empty if there is no key, or if they would say nothing. */
  readonly usedAtOnce: readonly number[];
}

/** A creation with an empty name, and its result. */
export const emptyNameCreation = defineMaking(async (session: Session): Promise<MadeAndUsed> => {
  if (session.state.budgets.left('createApiKeys') < 1)
    throw new Unmet('too few API keys may be created (`allow.createApiKeys`) to try an empty name');
  const made = await make(session.api, { name: '', by: 'main key', together: false }, session);
  const credential = createdCredentialIn(made.answer);
  const mayTakeAMoment = classOf(made.answer).effect === 'later';
  const usedAtOnce =
    credential === null
      ? []
      : await usesAtOnce(credential, session, mayTakeAMoment).catch(whereUnmet<number[]>([]));
  return { ...made, usedAtOnce };
});

/**
 * Creates an API key with an empty name. The description does not say whether it is accepted; if it is, the key is
 * like any other (Create an API key).
 */
export const keyOfAnEmptyName = defineExperiment<TwoNames, CreationsSeen>({
  name: 'key-of-an-empty-name',
  needs: ['createApiKeys'],
  // After the experiments that need keys more.
  phase: 'delete',
  changes: ['keys'],
  given: fc.constant(named),
  first: [named],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const first = await firstKey.in(session);
    const { answer, creation } = await emptyNameCreation.again(session);
    if (classOf(answer).by === 'gateway')
      throw new Unmet('a gateway answered the creation with an empty name');
    return {
      creations: [
        creationOf(first),
        creation.accepted ? creation : { ...creation, excuse: 'no ordinary text' },
      ],
      allKeys: allKeysOf(session, []),
      givenBefore: [],
      noNameTwice: false,
    };
  },
});
