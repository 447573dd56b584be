/** Creates an API key whose body names another team and another user (Create an API key; Authentication). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../engine/experiment.ts';
import { Unmet } from '../../engine/unmet.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import { defineFinding } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import { firstKey } from '../../account/first-key.ts';
import type { CreationsSeen, TwoNames } from './key-creations.ts';
import { allKeysOf } from '../../account/key-identity.ts';
import { creationOf, make } from '../../account/made-key.ts';

/** A number that hardly is a team's or a user's: where it is taken, no stranger gets a key. */
const nobody = 2_147_483_647;
const named: TwoNames = { byMainKey: 'of another team', byCreatedKey: '' };

/** The team and the user of the other account, by a key that it makes; no numbers of strangers where there is none. */
const otherOwner = defineFinding(async (session: Session): Promise<JsonObject> => {
  const name = `conformance ${session.state.id} of another owner`;
  const isPossible =
    session.target.otherAccountToken !== null && session.state.budgets.left('createApiKeys') > 1;
  const { json } = isPossible ? await session.otherAccount.createApiKey({ name }) : {};
  const shown = isRecord(json) ? json : {};
  return Object.fromEntries(
    ['team_id', 'user_id'].map((field) => [field, typeof shown[field] === 'number' ? shown[field] : nobody]),
  );
});

/**
 * Creates an API key whose body names another team and another user than the caller's. The description shows `name`
 * alone: whoever refuses such a body does well, and whoever takes it makes a key of the caller's current team all the
 * same (Create an API key).
 */
export const keyForAnotherTeam = defineExperiment<TwoNames, CreationsSeen>({
  name: 'key-for-another-team',
  needs: ['createApiKeys'],
  // After those that need keys more.
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
    // Names may have to differ, also when this is tried again.
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
