/** Deletes a sender profile early in a run, and checks late whether it stays deleted (Delete a sender profile). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { mustShow, recordOf, seenIn, type Look } from '@outreach-api/model/records/profile-history';
import { profileChanges } from '@outreach-api/model/records/profile-changes';
import { labelOfTheDeleted, textFields } from '@outreach-api/model/records/profile-fields';
import type { Session } from '../../session/session.ts';
import { mustNotChangeByThemselves } from '../../account/own-changes.ts';
import { isMet } from '../../target/needs.ts';
import { lateReading } from '../sender-profile/lasting-update.ts';
import { askFor, deleteProfile, isThereAfter } from './deletion-requests.ts';
import type { DeletionSeen } from './deletion-seen.ts';
import { whenStored } from '../../account/late-updates.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { newProfile } from '../../account/profiles-at-hand.ts';

/** A profile that was deleted early, and when that was seen, in milliseconds on the run's clock. */
interface EarlyDeletion extends DeletionSeen {
  readonly at: number;
}

/** A profile that comes back has done so by then. A run seldom has to wait this long. */
const lateMs = 2200;
/** The longest wait when confirming what was seen late. */
const latestMs = 5000;
/** The fields that an update of a profile changes by itself. */
const ownFields: ReadonlySet<string> = new Set([...textFields, 'updated_at']);

export const earlyDeletion = defineExperiment<null, EarlyDeletion>({
  name: 'early-deletion',
  does: 'deletes a sender profile that was created for this, while nothing else uses profiles',
  needs: ['deletes', 'disposableSenderProfile'],
  phase: 'refusal',
  changesRecordsOf: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const uuid = await newProfile(session);
    return session.locks.holdRecords({ reads: [], changes: [uuid] }, async () => {
      const before = await lookAt(session.api.control, uuid);
      mustShow(before);
      if (isMet('updates', session.target)) await giveLabel(session, before);
      const answer = await deleteProfile(session, uuid);
      const after = answer.ok ? [await askFor(uuid, 'read', answer.status, session)] : [];
      await isThereAfter(session, uuid, answer, after);
      const deletion = seenIn(uuid, answer);
      return { uuid, wasUpdatable: false, deletion, after, others: [], at: session.clock.now() };
    });
  },
});

/** Gives it a label that others get once it is gone. */
async function giveLabel(session: Session, before: Look): Promise<void> {
  const sent = { label: labelOfTheDeleted };
  const answer = await session.api.control.updateSenderProfile(before.uuid, sent);
  await whenStored(session, answer, before.uuid, sent, before);
}

/** To confirm a breach, another one is deleted and not used for a while. */
export const lateReadingOfDeleted = defineExperiment<null, DeletionSeen>({
  name: 'late-reading-of-deleted',
  does: 'reads the profile of `early-deletion` near the end of a run',
  needs: ['deletes', 'disposableSenderProfile'],
  phase: 'late',
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const isFresh = session.readsAfresh || (await hasAnotherChanged(session));
    const witness = isFresh ? await settledWitness(session) : null;
    const observed = await earlyDeletion.observe(session, null, isFresh ? 'probe' : null);
    if (observed.kind === 'unmet') throw new Unmet(observed.reason);
    const { at, ...seen } = observed.seen;
    if (!seen.deletion.ok)
      throw new Unmet(`deleting a sender profile was refused with ${seen.deletion.status}`);
    await session.clock.wait(Math.max(0, at + (isFresh ? latestMs : lateMs) - session.clock.now()));
    const late = await askFor(seen.uuid, 'read', seen.deletion.status, session);
    const after = witness === null ? null : await lookAt(session.api.control, witness.uuid);
    const others = witness === null || after === null ? [] : [{ before: witness, after }];
    for (const { before, after: now } of others)
      await mustNotChangeByThemselves(session, [before], [now], session.clock.now() - at);
    return { ...seen, after: [...seen.after, late], others };
  },
});

/**
 * Whether the profile that was updated early and left alone since shows a late change that its own update did not
 * make. The cause is unknown, so another profile is checked alongside another deletion.
 */
async function hasAnotherChanged(session: Session): Promise<boolean> {
  if (!isMet('updates', session.target)) return false;
  const observed = await lateReading.observe(session, null);
  if (observed.kind === 'unmet') return false;
  const [first, last] = [observed.seen.rounds.at(0), observed.seen.rounds.at(-1)].map(
    (round) => round?.looks[0],
  );
  const [before, now] = [recordOf(first), recordOf(last)];
  if (before === undefined || now === undefined) return false;
  return profileChanges(before, now).some((field) => !ownFields.has(field));
}

/** A profile created now, once it has settled; null if none can be created. */
async function settledWitness(session: Session): Promise<Look | null> {
  const uuid = await session.fixtures.newSenderProfile();
  if (uuid === null) return null;
  await session.clock.wait(latestMs);
  const look = await lookAt(session.api.control, uuid);
  return recordOf(look) === undefined ? null : look;
}
