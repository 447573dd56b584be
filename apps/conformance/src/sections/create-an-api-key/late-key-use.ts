/** Uses the most recently created keys once more, late in the run, and asks for answers that must show no key. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment, seenAs } from '../../session/suite.ts';
import type { Session } from '../../session/session.ts';
import { unusedName } from '../../account/made-key.ts';
import { firstKey } from '../../account/first-key.ts';
import { useOfNewestKeys } from '../../account/newest-keys.ts';
import { isMet } from '../../target/needs.ts';
import { useAfterAnother } from '../authentication/new-key-of-another.ts';
import { isAccepted, listUse, type KeyUse, type KeyUsesSeen, type SightingsSeen } from './keys-seen.ts';

/**
 * Makes sure that there are answers of each kind that must show no key: those of the whole run are evidence (API key;
 * Authentication, 4). And keys last for years (Create an API key).
 */
export const tokenSightings = defineExperiment<null, SightingsSeen & KeyUsesSeen>({
  name: 'late-key-use',
  does: 'lists with the most recently created keys once everything else was requested',
  needs: ['createApiKeys'],
  phase: 'late',
  changes: ['keys'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const { credential } = await firstKey.in(session);
    const { state, target, api } = session;
    const created = session.as(credential);
    const [uuid] = isMet('senderProfile', target) ? target.fixtures.senderProfiles : [];
    // What the main key is shown is evidence all along.
    const [uses, profiles, refused] = await Promise.all([
      lateUses(session),
      Promise.all(uuid === undefined ? [] : [created.getSenderProfile(uuid)]),
      // For a missing record, and with an incomplete body: these change nothing on any target.
      Promise.all([created.getSenderProfile(randomUUID()), created.testWebhook({ uuid: randomUUID() })]),
    ]);
    if (state.creations.length < 2 && state.budgets.left('createApiKeys') > 0)
      await api.createApiKey({ name: unusedName(session, 'too') });
    // Otherwise the list was just shown to keys made last.
    if (!uses.some(isAccepted)) await created.listWebhooks();
    return {
      uses,
      lookedAt: {
        list: 1,
        profile: profiles.length,
        refusal: refused.filter(({ ok }) => !ok).length,
        creation: Math.max(0, state.creations.length - 1),
        other: 0,
      },
      // Creations can hardly be repeated to confirm what their answers showed.
      sightings: state.creations
        .filter(({ answer }) => state.history.callers.shownIn(answer).length > 0)
        .map(({ answer: { status } }) => ({
          kind: 'creation',
          answer: `the answer ${status} to the creation of another key`,
        })),
    };
  },
});

async function lateUses(session: Session): Promise<readonly KeyUse[]> {
  const status = await useAfterAnother(session);
  const key = 'a key made last, once another account has made one,';
  const which = 'after another account made one';
  const use = await useOfNewestKeys(session);
  const late = 'a key made last, when all else was asked,';
  return [
    ...(status === null ? [] : [{ operation: 'listWebhooks', which, key, status } as const]),
    ...(use === null ? [] : [listUse(use === 'taken' ? 200 : use, late)]),
  ];
}

/** The uses among it. */
export const lateKeyUse = seenAs(tokenSightings, ({ uses }): KeyUsesSeen => {
  if (uses.length === 0)
    throw new Unmet(
      'the most recently created keys are refused, and so is the main key, or others may have replaced them',
    );
  return { uses };
});
