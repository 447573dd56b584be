/** Reads and updates uuids that no sender profile has (Get a sender profile). */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isSameUuid, isUuid } from '@outreach-api/model/records/uuid';
import type { Session } from '../../session/session.ts';
import { mustShow, recordOf, shows, type Look } from '@outreach-api/model/records/profile-history';
import { profilesAtHand } from '../../account/profiles-at-hand.ts';
import { onKnownProfile } from '../sender-profile/known-profile.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { likeUuid, withOtherDigits } from '@outreach-api/model/records/like-uuid';
import type { UnknownUuid, UnknownSeen } from './unknown-seen.ts';

const near = (digit: number): UnknownUuid => ({ kind: 'near', profile: digit, digit, by: 1 });
const other = (kind: Exclude<UnknownUuid['kind'], 'near'>): UnknownUuid => ({
  kind,
  profile: 0,
  digit: 0,
  by: 1,
});
const uuids: readonly UnknownUuid[] = [
  other('random'),
  near(31),
  near(0),
  near(18),
  other('mailbox'),
  other('nil'),
];
const anyUuid = fc.record({
  // A counterexample shrinks to the first: a uuid that an update has created cannot be unknown again.
  kind: fc.constantFrom('random' as const, 'near' as const),
  profile: fc.nat({ max: 7 }),
  digit: fc.nat({ max: 31 }),
  by: fc.integer({ min: 1, max: 15 }),
});

export const unknownProfileReading = defineExperiment<UnknownUuid, UnknownSeen>({
  name: 'unknown-profile-reading',
  does: 'reads a uuid that no profile has, right after one that exists',
  needs: ['senderProfile'],
  reads: ['senderProfiles'],
  given: anyUuid,
  first: [...uuids, other('max'), other('another version'), other('another byte order')],
  runs: 0,
  probe: async (given, session) => {
    const profiles = await profilesAtHand(session);
    const real = profiles[given.profile % profiles.length] ?? '';
    const record = mustShow(await lookAt(session.api.control, real));
    const uuid = unknownUuid(given, real, record);
    const reading = await readUnknown(session, given, uuid);
    return { uuid, readings: [reading], update: null, hitAnother: false };
  },
});

export const unknownProfileUpdate = defineExperiment<UnknownUuid, UnknownSeen>({
  name: 'unknown-profile-update',
  does: 'updates a uuid that no profile has, and a profile that exists',
  needs: ['updates', 'senderProfile'],
  phase: 'refusal',
  changesRecordsOf: ['senderProfiles'],
  given: anyUuid,
  first: uuids
    .filter(({ kind, digit }) => kind !== 'near' || digit !== 18)
    // One created for the run has no mailbox.
    .map((uuid, at) => ({ ...uuid, profile: uuid.kind === 'mailbox' ? 0 : 1 + (at % 4) })),
  runs: 0,
  probe: async (given, session) => {
    const known = { first_name: 'Known', last_name: 'Profile' };
    return onKnownProfile(session, given.profile, known, async (control) =>
      updateUnknown(session, given, control),
    );
  },
});

/** @param control - a profile that exists, and takes updates */
async function updateUnknown(session: Session, given: UnknownUuid, control: Look): Promise<UnknownSeen> {
  const uuid = unknownUuid(given, control.uuid, mustShow(control));
  const unread = await readUnknown(session, given, uuid);
  // If there is an answer, it could be a real profile.
  if (unread.ok)
    throw new Unmet(
      `the uuid ${uuid}, which no profile should have, can be read (PROF-11), so it is not updated`,
    );

  const sent = { first_name: 'Nobody', last_name: 'Anywhere' };
  const answer = await session.api.updateSenderProfile(uuid, sent);
  const update = { uuid, ok: answer.ok, status: answer.status, body: answer.json };
  const [reading, after] = await Promise.all([
    readUpdated(session, update),
    lookAt(session.api.control, control.uuid),
  ]);
  return { uuid, readings: [unread, reading], update, hitAnother: shows(after, sent) };
}

async function readUpdated(session: Session, update: Look): Promise<Look> {
  const reading = await lookAt(session.api, update.uuid);
  if (reading.ok && !update.ok)
    session.state.ledger.add('made sender profile, by an update that was refused', `uuid ${update.uuid}`);
  return reading;
}

async function readUnknown(session: Session, { kind }: UnknownUuid, uuid: string): Promise<Look> {
  const look = await lookAt(session.api, uuid);
  // Uuids that were assigned by hand lie close together.
  if (kind !== 'random' && isSameUuid(recordOf(look)?.['uuid'], uuid)) {
    throw new Unmet(`the uuid ${uuid}, made up so that no profile has it, seems to belong to one`);
  }
  return look;
}

function unknownUuid({ kind, digit, by }: UnknownUuid, real: string, record: JsonObject): string {
  if (kind === 'random') return randomUUID();
  if (kind === 'mailbox') {
    const mailbox = record['mailbox_uuid'];
    return isUuid(mailbox) && !isSameUuid(mailbox, real) ? mailbox : randomUUID();
  }
  if (kind === 'another version' || kind === 'another end' || kind === 'another byte order')
    return likeUuid(real, kind);
  if (kind === 'nil') return '00000000-0000-0000-0000-000000000000';
  if (kind === 'max') return 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  return withOtherDigits(real, (position) => position === digit, by);
}
