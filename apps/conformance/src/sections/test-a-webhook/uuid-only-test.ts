/** Sends webhook tests whose body is a uuid and nothing else. */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet } from '../../engine/unmet.ts';
import { readPage } from '../../records/page.ts';
import { lastKeyOf } from '../../account/first-key.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { fullTest } from './full-test.ts';
import { knownWebhook } from '../../account/known-webhook.ts';
import { lifeOfAWebhook } from '../delete-a-webhook/life-of-a-webhook.ts';
import type { LoneUuid, LoneUuidSeen } from './tests-seen.ts';

const callMs = 60;
const someUuid = 'c0ffee00-5eed-4bad-8ace-0123456789ab';
const ofAProfile: LoneUuid = { exists: false, uuid: '', letters: 'as listed', of: 'a sender profile' };
const deletedBefore: LoneUuid = { ...ofAProfile, of: 'a deleted webhook' };

/** A uuid that no webhook has, alone: it can have no effect, so it needs no permission (Test a webhook; Errors). */
export const unknownUuidAlone = defineExperiment<LoneUuid, LoneUuidSeen>({
  name: 'unknown-uuid-alone',
  changes: ['webhookTests'],
  given: fc.record({
    exists: fc.constant(false),
    uuid: fc.uuid({ version: 4 }),
    letters: fc.constantFrom('lower', 'upper'),
  }),
  first: [
    { exists: false, uuid: someUuid, letters: 'lower' },
    { exists: false, uuid: someUuid, letters: 'upper' },
  ],
  runs: 3,
  probe: async (given, session) => {
    const { status } = await session.api.testWebhook({ uuid: spelled(given.uuid, given.letters) });
    return { exists: false, status, fullTestTaken: null };
  },
});

/** The uuid of a sender profile, alone: no webhook has it. */
export const profileUuidAlone = defineExperiment<LoneUuid, LoneUuidSeen>({
  name: 'profile-uuid-alone',
  needs: ['senderProfile'],
  changes: ['webhookTests'],
  given: fc.constant(ofAProfile),
  first: [ofAProfile],
  runs: 0,
  probe: async (_, session) => {
    const [uuid] = await session.fixtures.senderProfiles();
    const { status } = await session.api.testWebhook({ uuid });
    return { exists: false, status, fullTestTaken: null };
  },
});

/** The uuid of a webhook that was deleted in this run, alone: no webhook has it any more. */
export const deletedUuidAlone = defineExperiment<LoneUuid, LoneUuidSeen>({
  name: 'deleted-uuid-alone',
  needs: ['deletes', 'disposableWebhook'],
  phase: 'delete',
  given: fc.constant(deletedBefore),
  first: [deletedBefore],
  runs: 0,
  probe: async (_, session) => {
    await lifeOfAWebhook.observe(session, { round: 1, kind: 'plain', besideItsLike: true });
    const uuid = session.fixtures.deletedWebhooks.at(-1);
    if (uuid === undefined) throw new Unmet('no webhook was deleted and confirmed gone');
    // In parallel with another test, a service may refuse it differently.
    const { status } = await session.locks.hold(
      { reads: [], changes: ['webhooks', 'webhookTests'] },
      async () => session.api.testWebhook({ uuid }),
    );
    return { exists: false, status, fullTestTaken: null };
  },
});

/** A lone uuid, of a webhook or of none, alongside a test that the target accepted (Test a webhook; Errors). */
export const uuidAlone = defineExperiment<LoneUuid, LoneUuidSeen>({
  name: 'uuid-alone',
  needs: ['deliveries'],
  phase: 'refusal',
  changes: ['webhooks'],
  given: fc.record({
    exists: fc.boolean(),
    uuid: fc.uuid({ version: 4 }),
    letters: fc.constantFrom('as listed', 'upper'),
  }),
  first: [
    { exists: true, uuid: someUuid, letters: 'as listed' },
    { exists: false, uuid: someUuid, letters: 'lower' },
    { exists: true, uuid: someUuid, letters: 'upper' },
    { exists: true, uuid: someUuid, letters: 'as listed', by: 'another account' },
  ],
  runs: 0,
  costly: true,
  probe: async (given, session) => {
    const full = await fullTest.in(session);
    const known = given.exists ? await knownWebhook.in(session) : null;
    if (given.exists && known === null) throw new Unmet(noKnownWebhook);
    const uuid = spelled(known?.uuid ?? given.uuid, given.letters);
    const api = senderOf(given, session);
    // A key that is accepted nowhere is rightly refused here.
    if (given.by !== undefined) readPage(await api.control.listWebhooks());
    const { status } = await api.testWebhook({ uuid }, given.exists);
    // A call that it causes anyway must not be mistaken for one of the next test.
    if ((known?.stored ?? null) !== null) await session.clock.wait(callMs);
    if (!full.accepted && status === 422) throw new Unmet(refusedAll(full.status));
    return { exists: given.exists, status, fullTestTaken: full.accepted };
  },
});

const byACreatedKey: LoneUuid = { exists: true, uuid: someUuid, letters: 'as listed', by: 'a created key' };

/** The same with a key created in this run, if there is one. */
export const uuidAloneByACreatedKey = defineExperiment<LoneUuid, LoneUuidSeen>({
  ...uuidAlone,
  name: 'uuid-alone-by-a-created-key',
  phase: 'delete',
  reads: ['keys'],
  given: fc.constant(byACreatedKey),
  first: [byACreatedKey],
});

/** Why tests that name a webhook cannot be judged. */
export const noKnownWebhook =
  'no webhook is known that may be named in a test (`provision` with createWebhook, or a listed uuid in `fixtures.disposableWebhooks`)';

/** Why a refusal of a smaller body proves nothing. */
export function refusedAll(status: number): string {
  return `a test with the full configuration was refused with ${status}, so a refusal of less says nothing (TEST-03)`;
}

function senderOf({ by }: LoneUuid, session: Session): Api {
  if (by !== 'a created key') return by === undefined ? session.api : session.otherAccount;
  const key = lastKeyOf(session);
  if (key === null) throw new Unmet('no API key was created in this run');
  return session.as(key);
}

function spelled(uuid: string, letters: LoneUuid['letters']): string {
  if (letters === 'as listed') return uuid;
  return letters === 'upper' ? uuid.toUpperCase() : uuid.toLowerCase();
}
