/**
 * Distinguishes what the suite does to sender profiles from what they do by themselves: a profile in use may change at
 * any time.
 */
import { Disturbed, eventually } from '@outreach-api/engine';
import { changesAgain } from '@outreach-api/model/bounds';
import type { Session } from '../session/session.ts';
import { textFields } from '@outreach-api/model/records/profile-fields';
import { differ, recordOf, type Look } from '@outreach-api/model/records/profile-history';
import { lookAt, lookAtAll } from './look-at-profile.ts';

const longWaitMs = 1500;
const mostFailedWaits = 3;
const mostMs = 4000;

/**
 * Checks that what changed during an update or a deletion does not change without one.
 *
 * @param tookMs - how long it took until the change was seen
 * @throws Disturbed if it does
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
  const { profiles } = session.state.account;
  // What changes by itself now and then is given time to do so, unless that has proved useless.
  const leastMs = profiles.failedWaits < mostFailedWaits ? longWaitMs : 100;
  const again = async (): Promise<Look | undefined> =>
    (await lookAtAll(session, changed)).find((look) => differ(look, afterOf(look.uuid)));
  const bound = changesAgain(Math.min(mostMs, Math.max(leastMs, 2 * tookMs)));
  const { last } = await eventually(session.state, bound, again, (look) => look !== undefined);
  profiles.failedWaits = last === undefined ? profiles.failedWaits + 1 : Number.NEGATIVE_INFINITY;
  if (last !== undefined) throw changesByItself(last.uuid);
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
  if (showForeignUpdate(quick)) throw changesByItself(uuid);
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

/** Whether looks in a row show an update by somebody else: later, and with text that no reading makes of the earlier. */
function showForeignUpdate(looks: readonly Look[]): boolean {
  return looks.some((look, at) => {
    const [before, after] = [recordOf(looks[at - 1]), recordOf(look)];
    if (before === undefined || after === undefined) return false;
    const isLater = Date.parse(String(after['updated_at'])) > Date.parse(String(before['updated_at']));
    const known = textFields.map((field) => before[field]);
    return (
      isLater && textFields.some((field) => isForeign(String(after[field]), String(before[field]), known))
    );
  });
}

function isForeign(now: string, before: string, known: readonly unknown[]): boolean {
  return !known.includes(now) && !now.includes(before) && !before.includes(now);
}

function changesIn(looks: readonly Look[]): number {
  return looks.filter((look, at) => at > 0 && differ(looks[at - 1] ?? look, look)).length;
}
