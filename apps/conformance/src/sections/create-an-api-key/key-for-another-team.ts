/** Creates an API key whose body names another team and another user (Create an API key; Authentication). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet } from '../../engine/unmet.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import { defineFinding } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import { createNamed, firstKey } from '../../account/first-key.ts';
import type { TwoNames } from './key-creations.ts';
import { allKeysOf } from '../../account/key-identity.ts';
import { creationOf, make } from '../../account/made-key.ts';
import type { CreationsSeen } from './keys-seen.ts';

/** An id that is unlikely to be any team's or user's: if it is accepted, no stranger gets a key. */
const unassignedId = 2_147_483_647;
const named: TwoNames = { byMainKey: 'of another team', byCreatedKey: '' };

/** The team and user of the other account, from a key that it creates; without one, ids that belong to nobody. */
const otherOwner = defineFinding(async (session: Session): Promise<JsonObject> => {
  const name = `conformance ${session.state.id} of another owner`;
  const isPossible =
    session.target.otherAccountToken !== null && session.state.budgets.left('createApiKeys') > 1;
  const answered = isPossible
    ? await createNamed(session.otherAccount, [name, `${name} anew`], {}, session)
    : null;
  const json = answered?.answer.json;
  const shown = isRecord(json) ? json : {};
  return Object.fromEntries(
    ['team_id', 'user_id'].map((field) => [
      field,
      typeof shown[field] === 'number' ? shown[field] : unassignedId,
    ]),
  );
});

/**
 * Creates an API key whose body names a team and a user other than the caller's. The description shows only
 * `name`: refusing such a body is fine, but a target that accepts it must still create a key for the caller's
 * current team (Create an API key).
 */
export const keyForAnotherTeam = defineExperiment<TwoNames, CreationsSeen>({
  name: 'key-for-another-team',
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
    if (session.state.budgets.left('createApiKeys') < 1)
      throw new Unmet('too few API keys may be created (`allow.createApiKeys`) to name another team in one');
    const { id, creations } = session.state;
    // Names may have to differ, also on a retry.
    const name = `conformance ${id} of another team ${creations.length}`;
    const key = { name, by: 'main key', together: false } as const;
    const { creation } = await make(session.api, key, session, await otherOwner.in(session));
    return {
      creations: [creationOf(first), creation],
      allKeys: allKeysOf(session, []),
      givenBefore: [],
      noNameTwice: false,
    };
  },
});
