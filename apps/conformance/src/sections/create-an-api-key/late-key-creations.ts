/** Creates API keys that a target may refuse, once those that it must accept were created (Create an API key). */
import { Unmet } from '@outreach-api/engine';
import * as fc from 'fast-check';
import { classOf } from '@outreach-api/model/records/answer-class';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { createNamed, firstKey, usedAtOnce } from '../../account/first-key.ts';
import { lastByACreatedKey, make, unusedName, type Made } from '../../account/made-key.ts';
import { defineMaking } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import { defineExperiment, seenAs } from '../../session/suite.ts';
import { onlyPair, seenOf, type KeysAsked } from './key-creations.ts';
import type { CreationsSeen, KeyUsesSeen } from './keys-seen.ts';

/** An id that is unlikely to be any team's or user's: if it is accepted, nobody else gets a key. */
const unassignedId = 2_147_483_647;
const earlierTime = '2020-02-03T04:05:06.789Z';

/** A creation with an empty name, and its result. */
export const emptyNameCreation = defineMaking(async (session: Session): Promise<Made> => {
  demandAKey(session, 'to try an empty name');
  const made = await make(session.api, { name: '', by: 'main key', together: false }, session);
  return { ...made, creation: await usedAtOnce(made, session) };
});

/** Where a target accepts them, they are keys like any other, of the caller's current team. */
export const lateKeyCreations = defineExperiment<KeysAsked, CreationsSeen>({
  name: 'late-key-creations',
  does: 'creates API keys whose names or bodies a target may refuse: an empty name, and a body that names another team and user',
  needs: ['createApiKeys'],
  // After the experiments that need keys more.
  phase: 'delete',
  changes: ['keys'],
  given: fc.constant(onlyPair),
  first: [
    { together: [{ name: '', by: 'main key' }] },
    { together: [{ name: 'of another team', by: 'main key' }], naming: 'another owner' },
  ],
  runs: 0,
  costly: true,
  probe: async ({ naming }, session) => {
    const first = await firstKey.in(session);
    const made = await (naming === undefined ? emptyNameCreation.again(session) : ofAnotherOwner(session));
    if (classOf(made.answer).by === 'gateway') throw new Unmet('a gateway answered the creation');
    const refusedFor = naming === undefined ? 'no ordinary text' : 'further fields';
    const excuse = made.creation.accepted ? null : refusedFor;
    const seen = seenOf(first, [{ ...made, creation: { ...made.creation, excuse } }], session);
    // It was created late, too.
    return { ...seen, creations: [...seen.creations, ...lastByACreatedKey(session)] };
  },
});

/** The first uses of a key of an empty name: the description does not say whether such a name is accepted. */
export const usesOfAnEmptyName = seenAs(lateKeyCreations, ({ creations }): KeyUsesSeen => {
  const made = creations.find(({ name, by }) => name === '' && by === 'main key');
  if (made === undefined) throw new Unmet('no key was asked for under an empty name');
  const key = 'a key made under an empty name';
  return {
    uses: made.usedAtOnce.map((status) => ({
      operation: 'listWebhooks',
      which: 'of an empty name',
      key,
      status,
    })),
    emptyNameWasTried: made.usedAtOnce.length > 0 || !made.accepted,
  };
});

/**
 * Names the team and user of another account and the `jti`, all from a key that it creates, and an earlier time; without
 * such a key, ids that belong to nobody, and no `jti`.
 */
async function ofAnotherOwner(session: Session): Promise<Made> {
  demandAKey(session, 'to name another team in one');
  const { keys, budgets } = session.state;
  const isKnown = keys.some(({ by }) => by === 'other account');
  if (!isKnown && session.target.otherAccountToken !== null && budgets.left('createApiKeys') > 1)
    await createNamed(session.otherAccount, 'of another owner', {}, session);
  const json = keys.findLast(({ by }) => by === 'other account')?.answer.json;
  const shown: JsonObject = isRecord(json) ? json : {};
  const idIn = (field: string): unknown => (typeof shown[field] === 'number' ? shown[field] : unassignedId);
  const owner = { team_id: idIn('team_id'), user_id: idIn('user_id') };
  const identity = typeof shown['jti'] === 'string' ? { jti: shown['jti'] } : {};
  const toMake = {
    name: unusedName(session, 'of another team'),
    by: 'main key',
    together: false,
  } as const;
  return make(session.api, toMake, session, { ...owner, ...identity, created_at: earlierTime });
}

/** @throws Unmet if no more keys may be created */
function demandAKey({ state }: Session, what: string): void {
  if (state.budgets.left('createApiKeys') === 0)
    throw new Unmet(`too few API keys may be created (\`allow.createApiKeys\`) ${what}`);
}
