/** Checks late in a run whether deletions that were refused were carried out anyway (Authentication). */
import * as fc from 'fast-check';
import { defineExperiment, type Experiment } from '../../session/suite.ts';
import { lateListing } from '../../account/late-listing.ts';
import { listedNow } from '../../account/list-now.ts';
import { isGone } from '../../account/profile-gone.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { Session } from '../../session/session.ts';
import { intruderNamed } from './intruders.ts';
import {
  giveBack,
  profileToDelete,
  settle,
  webhookToDelete,
  type DeletionTarget,
} from './deletion-target.ts';
import type { Attempt, Trespassers, TrespassSeen } from './trespass.ts';
import { deleters, trespassOnProfileDeletion, trespassOnWebhookDeletion } from './trespass-on-deletions.ts';
import { inARow, provided } from './trespass-on-reads.ts';
import { isListed } from '../../records/list-now.ts';

/** Delayed effects have shown by then. A run seldom has to wait this long. */
const lateMs = 1200;
/** The longest wait when confirming what was seen late. */
const latestMs = 5000;
/**
 * At most this many records are checked until one is found: the late effect may have deleted those that were given
 * back.
 */
const mostLooks = 8;

/** What is checked again, and how. */
interface Lateness {
  readonly earlier: Experiment<Trespassers, TrespassSeen>;
  readonly find: (session: Session) => Promise<DeletionTarget>;
  readonly isThere: (session: Session, uuid: string) => Promise<boolean>;
}

/** Checks for the webhook that {@link trespassOnWebhookDeletion} left. */
export const lateWebhookDeletion = lateDeletion('late-webhook-deletion', {
  earlier: trespassOnWebhookDeletion,
  find: webhookToDelete,
  isThere: async (session, uuid) =>
    isListed(await lateListing.in(session), uuid) || (await listedNow(session, uuid)) !== null,
});

/** Checks for the sender profile that {@link trespassOnProfileDeletion} left. */
export const lateProfileDeletion = lateDeletion('late-profile-deletion', {
  earlier: trespassOnProfileDeletion,
  find: profileToDelete,
  isThere: async (session, uuid) => !(await isGone(session, uuid)),
});

/**
 * Checks near the end of a run for a record whose deletion was refused. To confirm a breach, the intruders of each
 * kind try on a record of their own, and all records are left alone for a while.
 */
function lateDeletion(
  name: string,
  { earlier, find, isThere }: Lateness,
): Experiment<Trespassers, TrespassSeen> {
  return defineExperiment<Trespassers, TrespassSeen>({
    name,
    needs: earlier.needs,
    phase: 'late',
    changes: earlier === trespassOnWebhookDeletion ? ['webhooks'] : [],
    changesRecordsOf: earlier === trespassOnProfileDeletion ? ['senderProfiles'] : [],
    given: fc.constant(deleters),
    first: [deleters],
    runs: 0,
    costly: true,
    probe: async (trespassers, session) => {
      const observed = await earlier.observe(session, trespassers);
      if (observed.kind === 'unmet') throw new Unmet(observed.reason);
      const { operation, attempts, spared } = observed.seen;
      if (spared === undefined) throw new Unmet('no record was left whose deletion had been refused');
      await session.clock.wait(Math.max(0, spared.atMs + lateMs - session.clock.now()));
      if (!session.asksAnew && (await isThere(session, spared.uuid))) return { operation, attempts };
      return { operation, attempts: await eachKindApart(trespassers, session, find) };
    },
  });
}

/** The intruders of each kind try on a record of their own; then these records are checked. */
async function eachKindApart(
  trespassers: Trespassers,
  session: Session,
  find: (session: Session) => Promise<DeletionTarget>,
): Promise<readonly Attempt[]> {
  const tried: { readonly target: DeletionTarget; readonly attempts: readonly Attempt[] }[] = [];
  for (const names of Map.groupBy(
    provided(trespassers, session),
    (name) => intruderNamed(name).kind,
  ).values()) {
    const target = await existingTarget(session, find);
    const attempts: Attempt[] = [];
    for (let at = 0; at < names.length; at += inARow) {
      attempts.push(...(await target.tryAs(names.slice(at, at + inARow))));
      await session.api.control.listWebhooks({ query: [['limit', '1']] });
    }
    tried.push({ target, attempts });
  }
  await session.clock.wait(latestMs);
  const seen = await Promise.all(
    tried.map(async ({ target, attempts }) => {
      const effect = !(await target.remains());
      if (effect) await settle(session, target);
      else giveBack(session, target);
      return attempts.map((attempt) => ({ ...attempt, effect }));
    }),
  );
  return seen.flat();
}

async function existingTarget(
  session: Session,
  find: (session: Session) => Promise<DeletionTarget>,
): Promise<DeletionTarget> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const target = await find(session);
    if (await target.isThere()) return target;
    await settle(session, target);
  }
  throw new Unmet('there is no record that may be deleted');
}
