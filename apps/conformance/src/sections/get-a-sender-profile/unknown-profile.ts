/** Reads and updates uuids that no sender profile has (Get a sender profile). */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { allInBatches, Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isSameUuid, isUuid } from '@outreach-api/model/records/uuid';
import type { Session } from '../../session/session.ts';
import { mustShow, recordOf, seenIn, shows, type Look } from '@outreach-api/model/records/profile-history';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { ProfileFields } from '@outreach-api/model/records/profile-fields';
import { profilesAtHand } from '../../account/profiles-at-hand.ts';
import { onKnownProfile } from '../sender-profile/known-profile.ts';
import { lookedAtAgain } from '../../account/late-updates.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { likeUuid, withOtherDigits } from '@outreach-api/model/records/like-uuid';
import type { UnknownUuid, UnknownSeen } from './unknown-seen.ts';

/** Uuids that no profile has, made from that of one that exists, or from nothing. */
interface UnknownUuids {
  /** Which existing profile to use. */
  readonly profile: number;
  readonly uuids: readonly UnknownUuid[];
}

const near = (digit: number): UnknownUuid => ({ kind: 'near', digit, by: 1 });
const other = (kind: Exclude<UnknownUuid['kind'], 'near'>): UnknownUuid => ({ kind, digit: 0, by: 1 });
// One created for the run has no mailbox.
const updated: UnknownUuids = {
  profile: 0,
  uuids: [other('random'), near(31), near(0), other('mailbox'), other('nil')],
};
const read: UnknownUuids = {
  ...updated,
  uuids: [...updated.uuids, other('max'), other('another version'), other('another byte order'), near(18)],
};
const known: ProfileFields = { first_name: 'Known', last_name: 'Profile' };
const anyUuid = fc.record({
  profile: fc.nat({ max: 7 }),
  uuids: fc.tuple(
    fc.record({
      // A counterexample shrinks to the first: a uuid that an update has created cannot be unknown again.
      kind: fc.constantFrom('random' as const, 'near' as const),
      digit: fc.nat({ max: 31 }),
      by: fc.integer({ min: 1, max: 15 }),
    }),
  ),
});

export const unknownProfileReading = defineExperiment<UnknownUuids, readonly UnknownSeen[]>({
  name: 'unknown-profile-reading',
  does: 'reads uuids that no profile has, right after one that exists',
  needs: ['senderProfile'],
  reads: ['senderProfiles'],
  given: anyUuid,
  first: [read],
  runs: 0,
  smaller: eachAlone,
  probe: async (given, session) => {
    const profiles = await profilesAtHand(session);
    const real = profiles[given.profile % profiles.length] ?? '';
    const control = await lookAt(session.api.control, real);
    return ofEach(session, given, control, async (made, uuid) => {
      const before = await readUnknown(session, made, uuid);
      return { made, uuid, before, update: null, after: null, hitAnother: false };
    });
  },
});

export const unknownProfileUpdate = defineExperiment<UnknownUuids, readonly UnknownSeen[]>({
  name: 'unknown-profile-update',
  does: 'updates uuids that no profile has, and a profile that exists',
  needs: ['updates', 'senderProfile'],
  phase: 'refusal',
  changesRecordsOf: ['senderProfiles'],
  given: anyUuid,
  first: [updated],
  runs: 0,
  smaller: eachAlone,
  probe: async (given, session) =>
    onKnownProfile(session, given.profile, known, async (uuid, before) => {
      const control = before ?? (await lookAt(session.api.control, uuid));
      const seen = await ofEach(session, given, control, async (made, unknown) =>
        updateUnknown(session, made, unknown),
      );
      const hits = (look: Look): boolean => given.uuids.some((made) => shows(look, namesFor(made)));
      const isEither = (look: Look): boolean => shows(look, known) || hits(look);
      const ofProfile = async (): Promise<Look> =>
        lookedAtAgain(session, await lookAt(session.api.control, uuid), isEither);
      const [after, ...looked] = await Promise.all([
        ofProfile(),
        ...seen.map(async (one) => lookedAtAfter(session, one)),
      ]);
      if (!isEither(after)) throw new Unmet('an update of names was not stored (PROF-05)');
      return looked.map((one) => ({ ...one, hitAnother: shows(after, namesFor(one.made)) }));
    }),
});

/** Others for each uuid: they show which of the updates changed a profile. */
function namesFor({ kind, digit }: UnknownUuid): ProfileFields {
  return { first_name: 'Nobody', last_name: kind === 'near' ? `Near ${digit}` : `Like ${kind}` };
}

function* eachAlone({ profile, uuids }: UnknownUuids): Generator<UnknownUuids> {
  if (uuids.length > 1) for (const uuid of uuids) yield { profile, uuids: [uuid] };
}

/** What is asked for one after the other, a few uuids at a time; what cannot be judged of one is left out. */
async function ofEach(
  session: Session,
  { uuids }: UnknownUuids,
  control: Look,
  ask: (made: UnknownUuid, uuid: string) => Promise<UnknownSeen>,
): Promise<readonly UnknownSeen[]> {
  const record = mustShow(control);
  const seen = await allInBatches(uuids, async (made) => {
    const uuid = unknownUuid(made, control.uuid, record);
    try {
      return await ask(made, uuid);
    } catch (error) {
      if (!(error instanceof Unmet) || uuids.length === 1) throw error;
      session.leftOut.push(error.message);
      return null;
    }
  });
  return seen.filter((one) => one !== null);
}

async function updateUnknown(session: Session, made: UnknownUuid, uuid: string): Promise<UnknownSeen> {
  const isRefused = session.state.account.profiles.unknown.has(nameOf(made, uuid));
  const before = isRefused ? null : await readUnknown(session, made, uuid);
  // If there is an answer, it could be a real profile.
  if (before?.ok === true)
    throw new Unmet(
      `the uuid ${uuid}, which no profile should have, can be read (PROF-11), so it is not updated`,
    );
  const update = seenIn(uuid, await session.api.updateSenderProfile(uuid, { ...namesFor(made) }));
  return { made, uuid, before, update, after: null, hitAnother: false };
}

/** An update that makes a profile does so whatever the uuid is like: one look is enough. */
async function lookedAtAfter(session: Session, seen: UnknownSeen): Promise<UnknownSeen> {
  const { made, uuid, update } = seen;
  if (made.kind !== 'random') return seen;
  const after = await lookAt(session.api, uuid);
  if (after.ok && update?.ok === false)
    session.state.ledger.add('made sender profile, by an update that was refused', `uuid ${uuid}`);
  return { ...seen, after };
}

/** What a uuid is known as: of those made from nothing, one is like another. */
function nameOf({ kind }: UnknownUuid, uuid: string): string {
  return kind === 'random' ? kind : uuid;
}

async function readUnknown(session: Session, made: UnknownUuid, uuid: string): Promise<Look> {
  const look = await lookAt(session.api, uuid);
  if (classOf(look).effect === 'never') session.state.account.profiles.unknown.add(nameOf(made, uuid));
  // Uuids that were assigned by hand lie close together.
  if (made.kind !== 'random' && isSameUuid(recordOf(look)?.['uuid'], uuid)) {
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
