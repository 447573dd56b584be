/** Creates keys with bodies that give no name (Create an API key). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { firstKey } from '../../account/first-key.ts';
import { showsNewKey } from '../../account/key-in-refusal.ts';
import type { NamelessSeen } from './keys-seen.ts';

const bodies: readonly unknown[] = [
  {},
  null,
  [],
  { label: 'Nameless' },
  { title: 'Nameless', description: 'Nameless' },
];

export const keyWithoutName = defineExperiment<unknown, NamelessSeen>({
  name: 'key-without-name',
  does: 'requests an API key without a name, alongside one with a name that was accepted',
  needs: ['createApiKeys'],
  phase: 'refusal',
  changes: ['keys'],
  given: fc.constantFrom(...bodies),
  first: bodies,
  runs: 0,
  costly: true,
  probe: async (body, session) => {
    const { credential } = await firstKey.in(session);
    // What a refusal shows may depend on the caller.
    const isByCreatedKey = Array.isArray(body) && session.state.budgets.left('createApiKeys') > 0;
    const api = isByCreatedKey ? session.as(credential) : session.api;
    const answer = await api.createApiKey(body);
    const { ok, status } = answer;
    return { accepted: ok, status, isMade: !ok && (await showsNewKey(session, answer)) === true };
  },
});
