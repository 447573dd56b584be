/**
 * Distinguishes what the suite does to sender profiles from what they do by themselves: a profile in use may change at
 * any time.
 */
import { Disturbed, eventually, Unmet } from '@outreach-api/engine';
import { changesAgain, profilesRest, updatesEnd } from '@outreach-api/model/bounds';
import { textFields } from '@outreach-api/model/records/profile-fields';
import { profileChanges } from '@outreach-api/model/records/profile-changes';
import type { Session } from '../session/session.ts';
import { wasTooEarly } from './late-updates.ts';
import { differ, recordOf, type Look } from '@outreach-api/model/records/profile-history';
import { lookAt, lookAtAll } from './look-at-profile.ts';

/**
 * Rereads the profiles before anything is changed, for a while, until two readings agree. Resolves to that reading. If
 * an earlier phase found profiles at rest, only a confirming run rereads: {@link mustNotChangeByThemselves} still
 * detects what changes by itself.
 *
 * @throws Unmet if they never agree: then nothing can be said about what an update or a deletion changes
 */
export async function mustBeSteady(session: Session, looks: readonly Look[]): Promise<readonly Look[]> {
  const { profiles } = session.state.account;
  const untilSettledMs = profiles.settlingMs;
  if (profiles.wereAtRest && untilSettledMs === null && !session.readsAfresh) return looks;
  if (untilSettledMs !== null) await session.clock.wait(2 * untilSettledMs);
  let before = untilSettledMs === null ? looks : await lookAtAll(session, looks);
  let changed: Look | undefined;
  const look = async (): Promise<readonly Look[]> => {
    const now = await lookAtAll(session, before);
    changed = before.find((one, at) => differ(one, now[at]));
    if (changed !== undefined) before = now;
    return now;
  };
  const bound = profiles.areRestless ? { ...profilesRest, forMs: 0 } : profilesRest;
  if ((await eventually(session.state, bound, look, () => changed === undefined)).shown) {
    profiles.foundAtRest = !profiles.areRestless && before === looks;
    return before;
  }
  profiles.areRestless = true;
  profiles.forgetRest();
  throw new Unmet(`sender profile ${changed?.uuid} changes while it is only read (PROF-03)`);
}

/**
 * What an update sets, and what is constant: anything else may be a side effect, such as a status that reverts by
 * itself.
 */
const isNotSetGoing: ReadonlySet<string> = new Set([
  ...textFields,
  'updated_at',
  'created_at',
  'uuid',
  'team_id',
  'user_id',
]);

/**
 * Rereads the profiles for a while if the update of one has changed more than was sent: its side effects must not end
 * during the update or the deletion of another one. Resolves to the last readings.
 *
 * @param before - the readings of the updated profiles before their updates
 */
export async function onceSettled(
  session: Session,
  before: readonly Look[],
  after: readonly Look[],
): Promise<readonly Look[]> {
  const isTriggered = (look: Look): boolean => {
    const [from, to] = [recordOf(before.find(({ uuid }) => uuid === look.uuid)), recordOf(look)];
    if (from === undefined || to === undefined) return false;
    return profileChanges(from, to).some((field) => !isNotSetGoing.has(field));
  };
  const { state } = session;
  if (state.account.profiles.settleAtOnce || !after.some(isTriggered)) return after;
  const began = session.clock.now();
  const { last: later } = await eventually(
    state,
    updatesEnd,
    async () => lookAtAll(session, after),
    (looks) => !looks.some(isTriggered),
  );
  if (after.some((look, at) => isTriggered(look) && differ(look, later[at])))
    state.account.profiles.settlingMs = Math.max(
      state.account.profiles.settlingMs ?? 0,
      session.clock.now() - began,
    );
  else state.account.profiles.settleAtOnce = true;
  return later;
}

const longWaitMs = 1500;
const mostFailedWaits = 3;
const mostMs = 4000;

/**
 * Checks that what changed during an update or a deletion does not change without one, and was not still to come from
 * an earlier update of its own that was answered 202.
 *
 * @param tookMs - how long it took until the change was seen
 * @throws Disturbed if it does or was
 */
export async function mustNotChangeByThemselves(
  session: Session,
  before: readonly Look[],
  after: readonly Look[],
  tookMs: number,
): Promise<void> {
  const afterOf = (uuid: string): Look | undefined => after.find((look) => look.uuid === uuid);
  const changed = before.filter((look) => differ(look, afterOf(look.uuid)));
  if (changed.length === 0) return;
  for (const look of changed) {
    const isThere = recordOf(afterOf(look.uuid)) !== undefined;
    if (isThere && (await wasTooEarly(session, look, session.clock.now() - tookMs)))
      throw new Disturbed(`sender profile ${look.uuid} did not show its last update yet, answered 202`);
  }
  const failedWaits = session.state.account.profiles.failedWaits;
  // What changes by itself now and then is given time to do so, unless that has proved useless.
  const waitMs = Math.min(mostMs, Math.max(failedWaits < mostFailedWaits ? longWaitMs : 100, 2 * tookMs));
  const again = async (): Promise<Look | undefined> =>
    (await lookAtAll(session, changed)).find((look) => differ(look, afterOf(look.uuid)));
  const { last } = await eventually(session.state, changesAgain(waitMs), again, (look) => look !== undefined);
  if (last !== undefined) {
    session.state.account.profiles.failedWaits = Number.NEGATIVE_INFINITY;
    session.state.account.profiles.forgetRest();
    throw changesByItself(last.uuid);
  }
  session.state.account.profiles.failedWaits = failedWaits + 1;
}

const readingsInARow = 4;
/** The waits are of unequal length, too. */
const sharesOfTheWait: readonly number[] = [0.37, 0.83, 0.61, 1.19];

/**
 * Checks that a profile that changed between readings changes by being read: either with each reading of a quick
 * series, or with some of them, and no more often in a slow series with longer pauses.
 *
 * @param tookMs - how long passed between the readings that differed
 * @param read - what else reads it, before each reading of a quick series
 * @throws Disturbed if it changes while nothing is sent
 */
export async function mustChangeByReading(
  session: Session,
  { uuid }: Pick<Look, 'uuid'>,
  tookMs: number,
  read: () => Promise<unknown> = async () => null,
): Promise<void> {
  const look = async (): Promise<Look> => lookAt(session.api.control, uuid);
  const row = async (from: readonly Look[]): Promise<readonly Look[]> => {
    const looks = [...from];
    for (let reads = 0; reads < readingsInARow; reads += 1) {
      await read();
      looks.push(await look());
    }
    return looks;
  };
  const quick = await row([]);
  const changesOfQuick = changesIn(quick);
  if (changesOfQuick === readingsInARow - 1) {
    // What changes by itself about as often as it is read may happen to change a few times in a row.
    if (changesIn(await row(quick.slice(-1))) === readingsInARow) return;
    throw changesByItself(uuid);
  }
  if (changesOfQuick === 0) throw changesByItself(uuid);
  const longest = Math.min(mostMs, Math.max(300, 2 * tookMs));
  const slow = quick.slice(-1);
  for (const share of sharesOfTheWait) {
    await session.clock.wait(share * longest);
    slow.push(await look());
  }
  if (changesIn(slow) > changesOfQuick) throw changesByItself(uuid);
}

function changesByItself(uuid: string): Disturbed {
  return new Disturbed(`sender profile ${uuid} also changes while nothing is sent`);
}

function changesIn(looks: readonly Look[]): number {
  return looks.filter((look, at) => at > 0 && differ(looks[at - 1] ?? look, look)).length;
}
