/** Tries to delete without permission, and looks now and late whether that was done (Authentication). */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import {
  disposableRecord,
  mostLooks,
  release,
  type DisposableRecord,
  type Seen,
} from '../../account/disposable-record.ts';
import { lateListing } from '../../account/late-listing.ts';
import { listedNow } from '../../account/list-now.ts';
import { isGone } from '../../account/profile-gone.ts';
import { isListed } from '@outreach-api/model/records/list-now';
import type { MadeKind } from '../../ledger/ledger-line.ts';
import type { Touched } from '../../session/resources.ts';
import type { Session } from '../../session/session.ts';
import { seenAs, type Observed } from '../../session/suite.ts';
import { profileDeletion } from '../delete-a-sender-profile/profile-deletion.ts';
import { firstDeletion, webhookDeletion } from '../delete-a-webhook/webhook-deletion.ts';
import { attemptsOf, blamed, byEach, hadEffect, laterMs } from './attempts.ts';
import type { Attempt, Trespass, Trespassers, Tried } from './trespass.ts';

/** Delayed effects have shown by then. A run seldom has to wait this long. */
const lateMs = 1200;
/** The longest wait when confirming what was seen late. */
const latestMs = 5000;

interface Deletable {
  /** Held while the intruders try: each record that is attacked is reserved for that. */
  readonly touched: Touched;
  /** Whether a permitted deletion is accepted. */
  readonly control: (session: Session) => Promise<Observed<boolean>>;
  readonly isThereLate: (session: Session, uuid: string) => Promise<boolean>;
}

/** How those of each kind are held, deleted as a control, and looked at late. */
export const deletables: Readonly<Record<MadeKind, Deletable>> = {
  webhook: {
    touched: { reads: [], changes: [], changesRecordsOf: ['webhooks'] },
    control: async (session) =>
      seenAs(webhookDeletion, ({ accepted }) => accepted).observe(session, firstDeletion),
    isThereLate: async (session, uuid) =>
      isListed(await lateListing.in(session), uuid) || (await listedNow(session, uuid)) !== null,
  },
  'sender profile': {
    touched: { reads: [], changes: [], changesRecordsOf: ['senderProfiles'] },
    control: async (session) =>
      seenAs(profileDeletion, ({ deletion }) => deletion.ok).observe(session, 'read first'),
    isThereLate: async (session, uuid) => !(await isGone(session, uuid)),
  },
};

/**
 * Tries to delete a disposable record. One that the owner's module made and that was not deleted stays reserved, to be
 * looked at again late in the run. The control is a permitted deletion that is accepted: any other record is given back
 * for it, so that one is enough.
 */
export async function tryToDelete(kind: MadeKind, { callers }: Trespass, session: Session): Promise<Tried> {
  const { touched, control } = deletables[kind];
  const came = await session.locks.hold(touched, async () => {
    const { attempts, left } = await triedBy(callers, kind, session, false);
    const isSpared = left?.wasMade === true && callers.length > 1 && !attempts.some(hadEffect);
    if (isSpared) return { attempts, spared: { uuid: left.uuid, atMs: session.clock.now() } };
    if (left !== undefined) release(session, left, 'as it was');
    return { attempts };
  });
  if (came.attempts.some(hadEffect)) return came;
  const allowed = await control(session);
  if (allowed.kind === 'unmet')
    throw new Unmet(
      `it is unknown whether deleting a ${kind} with the right credential is accepted: ${allowed.reason}`,
    );
  if (!allowed.seen) throw new Unmet(`deleting a ${kind} with the right credential was refused`);
  return came;
}

/**
 * Looks again, near the end of a run, for the record that was not deleted. To confirm what is seen, the intruders of
 * each kind try again.
 */
export async function lookLate(
  kind: MadeKind,
  { attempts, spared }: Tried,
  { callers }: Trespass,
  session: Session,
): Promise<Tried> {
  if (spared === undefined) throw new Unmet('no record was left whose deletion had been refused');
  await session.clock.wait(Math.max(0, spared.atMs + lateMs - session.clock.now()));
  if (!session.readsAfresh && (await deletables[kind].isThereLate(session, spared.uuid))) return { attempts };
  const again = await triedBy(callers, kind, session, true);
  if (again.left !== undefined) release(session, again.left, 'as it was');
  return { attempts: again.attempts };
}

/** All try on one record until it is gone; if there may be no other, those of each kind apart. */
async function triedBy(
  callers: Trespassers,
  kind: MadeKind,
  session: Session,
  isLate: boolean,
): Promise<{ readonly attempts: readonly Attempt[]; readonly left: DisposableRecord | undefined }> {
  const find = async (): Promise<DisposableRecord> => disposableRecord(kind, session, isLate ? mostLooks : 1);
  const left = [await find()];
  const areTogether = !isLate && left.every(({ wasMade }) => wasMade);
  const tryOn = async (record: DisposableRecord, some: Trespassers): Promise<readonly Attempt[]> => {
    const { attempts, seen } = await tried(some, session, record, isLate ? latestMs : laterMs);
    if (seen === 'as it was') left.push(record);
    else release(session, record, seen);
    return attempts;
  };
  const one = async (some: Trespassers): Promise<readonly Attempt[]> => {
    const record = left.pop() ?? (await find());
    const attempts = await tryOn(record, some);
    // Somebody else may have deleted it: what these callers can do, they can do again.
    const another = record.wasMade && attempts.some(hadEffect) ? await find().catch(whereUnmet(null)) : null;
    return another === null ? attempts : tryOn(another, some);
  };
  return { attempts: await blamed(callers, session, one, areTogether), left: left.pop() };
}

/** The callers try on a record, which is then looked at; it is released only if that fails. */
async function tried(
  callers: Trespassers,
  session: Session,
  record: DisposableRecord,
  ms: number,
): Promise<{ readonly attempts: readonly Attempt[]; readonly seen: Seen }> {
  try {
    const attempts = await attemptsOf(byEach(callers, record.remove), session, record.before);
    await session.clock.wait(ms);
    const seen = await record.look();
    // It can be deleted once: by what was accepted, if anything was.
    const isOfAccepted = attempts.some(({ accepted }) => accepted);
    const effect = ({ accepted }: Attempt): boolean => seen !== 'as it was' && (accepted || !isOfAccepted);
    return { attempts: attempts.map((one) => ({ ...one, effect: effect(one) })), seen };
  } catch (error) {
    release(session, record, 'as it was');
    throw error;
  }
}
