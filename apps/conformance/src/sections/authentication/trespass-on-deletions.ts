/** Tries to delete without permission (Authentication). */
import * as fc from 'fast-check';
import { defineExperiment, type Observed } from '../../session/suite.ts';
import { Unmet } from '../../engine/unmet.ts';
import { intruderNamed, intrudersOnDeletions } from './intruders.ts';
import type { Touched } from '../../session/resources.ts';
import type { Session } from '../../session/session.ts';
import { lifeOfAWebhook } from '../delete-a-webhook/life-of-a-webhook.ts';
import { profileDeletion } from '../delete-a-sender-profile/profile-deletion.ts';
import {
  giveBack,
  profileToDelete,
  settle,
  webhookToDelete,
  type DeletionTarget,
} from './deletion-target.ts';
import type { Attempt, Trespassers, TrespassSeen } from './trespass.ts';
import { provided } from './trespass-on-reads.ts';
import type { DeletionSeen } from '../delete-a-sender-profile/deletion-seen.ts';

/** The intruders that try to delete, ordered by why they lack permission. */
export const deleters: Trespassers = intrudersOnDeletions.map(({ name }) => name);

/** How long to watch for delayed effects of attempts. */
const laterMs = 300;
/** At most this many attempts in a row share one check: more may have locked out all callers. */
const mostUnseen = 4;

/**
 * Tries to delete a disposable webhook without permission. The control is a permitted deletion of a webhook that
 * succeeds: the webhook is given back for it, so one disposable record is enough.
 */
export const trespassOnWebhookDeletion = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-webhook-deletion',
  needs: ['deletes', 'disposableWebhook'],
  phase: 'refused deletion',
  given: fc.subarray([...deleters], { minLength: 1 }),
  first: [deleters],
  runs: 0,
  costly: true,
  probe: async (trespassers, session) => {
    const tried = await session.locks.hold({ reads: [], changes: ['webhooks'] }, async () => {
      return attemptsToDelete(trespassers, session, async () => webhookToDelete(session));
    });
    if (!tried.attempts.some(hadEffect))
      await mustBeTaken(
        lifeOfAWebhook.observe(session, { round: 1, kind: 'plain', besideItsLike: true }),
        'webhook',
      );
    return { operation: 'deleteWebhook', ...tried };
  },
});

/** Tries to delete a disposable sender profile without permission; same control as above. */
export const trespassOnProfileDeletion = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-profile-deletion',
  needs: ['deletes', 'disposableSenderProfile'],
  phase: 'refused deletion',
  given: fc.subarray([...deleters], { minLength: 1 }),
  first: [deleters],
  runs: 0,
  costly: true,
  probe: async (trespassers, session) => {
    // Each profile that is attacked is reserved for that.
    const touched: Touched = { reads: [], changes: [], changesRecordsOf: ['senderProfiles'] };
    const tried = await session.locks.hold(touched, async () => {
      return attemptsToDelete(trespassers, session, async () => profileToDelete(session));
    });
    if (!tried.attempts.some(hadEffect))
      await mustBeTaken(profileDeletion.observe(session, 'read first').then(withAccepted), 'sender profile');
    return { operation: 'deleteSenderProfile', ...tried };
  },
});

/**
 * Each intruder tries to delete a record. If the owner's module creates records, they first try a few at a time,
 * with one check a while after the last; only if that shows anything do they retry, each kind separately, so that
 * the right statement is blamed.
 */
async function attemptsToDelete(
  trespassers: Trespassers,
  session: Session,
  find: () => Promise<DeletionTarget>,
): Promise<Pick<TrespassSeen, 'attempts' | 'spared'>> {
  const first = await find();
  if (!first.wasMade) return { attempts: await eachInTurn(trespassers, session, first) };
  const refused = await mustBeThere(session, first, async () => allRefused(trespassers, session, first));
  // This record stays reserved: it is checked again late in the run.
  if (refused !== null && trespassers.length > 1)
    return { attempts: refused, spared: { uuid: first.uuid, atMs: session.clock.now() } };
  if (refused !== null) {
    giveBack(session, first);
    return { attempts: refused };
  }
  // A delayed effect is still possible: until then the record stays reserved.
  const attempts = await eachInTurn(trespassers, session, await find());
  if (await first.remains()) giveBack(session, first);
  else await settle(session, first);
  return { attempts };
}

/**
 * The attempts, if all were refused at a time when permitted callers were not, and none had an effect; otherwise
 * null.
 */
async function allRefused(
  trespassers: Trespassers,
  session: Session,
  target: DeletionTarget,
): Promise<readonly Attempt[] | null> {
  const attempts: Attempt[] = [];
  const trying = provided(trespassers, session);
  for (let at = 0; at < trying.length; at += mostUnseen) {
    const tried = await target.tryAs(trying.slice(at, at + mostUnseen));
    attempts.push(...tried.map((one) => ({ ...one, effect: false })));
    if (tried.some(({ accepted }) => accepted)) return null;
    if (tried.length === mostUnseen && (await session.isShutOut())) return null;
  }
  return (await remainsFor(session, laterMs, target)) ? attempts : null;
}

/**
 * Intruders try in turn until one succeeds. The record is checked after an accepted attempt and, for a while,
 * before the next kind of intruder tries, so that an effect is blamed on the right statement.
 */
async function eachInTurn(
  trespassers: Trespassers,
  session: Session,
  target: DeletionTarget,
): Promise<readonly Attempt[]> {
  return mustBeThere(session, target, async () => inTurn(trespassers, session, target));
}

/** @throws Unmet if the record does not exist before the first attempt to delete it */
async function mustBeThere<Result>(
  session: Session,
  target: DeletionTarget,
  work: () => Promise<Result>,
): Promise<Result> {
  const { uuid, kind } = target;
  if (!(await target.isThere()))
    throw new Unmet(`the disposable ${kind} ${uuid} does not exist: did an earlier run delete it?`);
  try {
    return await work();
  } catch (error) {
    giveBack(session, target);
    throw error;
  }
}

async function inTurn(
  trespassers: Trespassers,
  session: Session,
  target: DeletionTarget,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  const tryingThese = provided(trespassers, session);
  for (const [index, name] of tryingThese.entries()) {
    const [tried] = await target.tryAs([name]);
    if (tried === undefined) continue;
    const next = tryingThese[index + 1];
    const isLastOfItsKind = next === undefined || intruderNamed(next).kind !== tried.kind;
    if (!isLastOfItsKind && !tried.accepted && (index + 1) % mostUnseen !== 0) {
      attempts.push(tried);
      continue;
    }
    const effect = !(await remainsFor(
      session,
      isLastOfItsKind || session.state.answersLater ? laterMs : 0,
      target,
    ));
    const isAlone = tried.accepted || attempts.at(-1)?.kind !== tried.kind;
    const intruder = isAlone || !effect ? name : `${name}, or somebody right before for the same reason,`;
    attempts.push({ ...tried, intruder, effect });
    if (!effect) continue;
    await settle(session, target);
    return attempts;
  }
  giveBack(session, target);
  return attempts;
}

/** Whether the record still exists after the given number of milliseconds. */
async function remainsFor({ clock }: Session, ms: number, { remains }: DeletionTarget): Promise<boolean> {
  await clock.wait(ms);
  return remains();
}

function hadEffect({ effect }: Attempt): boolean {
  return effect === true;
}

async function mustBeTaken(
  life: Promise<Observed<{ readonly accepted: boolean }>>,
  kind: string,
): Promise<void> {
  const observed = await life;
  if (observed.kind === 'unmet')
    throw new Unmet(
      `it is unknown whether deleting a ${kind} with the right credential is accepted: ${observed.reason}`,
    );
  if (!observed.seen.accepted) throw new Unmet(`deleting a ${kind} with the right credential was refused`);
}

function withAccepted(observed: Observed<DeletionSeen>): Observed<{ readonly accepted: boolean }> {
  return observed.kind === 'seen' ? { ...observed, seen: { accepted: observed.seen.deletion.ok } } : observed;
}
