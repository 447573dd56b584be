/**
 * Distinguishes what the suite does to sender profiles from what they do by themselves: a profile in use may change at
 * any time.
 */
import { Disturbed, eventually } from '@outreach-api/engine';
import { changesAgain } from '@outreach-api/model/bounds';
import type { Session } from '../session/session.ts';
import { textFields } from '@outreach-api/model/records/profile-fields';
import { differ, recordOf, type Look } from '@outreach-api/model/records/profile-history';
import { textOf } from '@outreach-api/model/texts/text-of';
import { lookAt, lookAtAll } from './look-at-profile.ts';
import { showsSideEffects } from './side-effects.ts';

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
  const aside = changed.find((look) => showsSideEffects(session, look, afterOf(look.uuid), tookMs));
  if (aside !== undefined) throw changesByItself(aside.uuid);
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

const readingsInARow = 5;
/** The waits are of unequal length, too. */
const sharesOfTheWait: readonly number[] = [0.37, 0.83, 0.61, 1.19, 0.47];
/** Much sooner than one reading after the other: what changes by itself does not change in between. */
const readingsAtOnce = { count: 6, apartMs: 10 };
/** Fewer changes than these show no rhythm. */
const leastOfARhythm = 3;

/**
 * Checks that a profile that changed between readings changes by being read: with each reading or each few of them,
 * whatever time passes in between; or, where others read it, only when they do.
 *
 * @param tookMs - how long passed between the readings that differed
 * @param readByOthers - what else reads it, before each reading of a quick series; null if nothing does
 * @throws Disturbed if it changes while nothing is sent, or that cannot be determined
 */
export async function mustChangeByReading(
  session: Session,
  { uuid }: Pick<Look, 'uuid'>,
  tookMs: number,
  readByOthers: (() => Promise<unknown>) | null = null,
): Promise<void> {
  const { clock } = session;
  const look = async (): Promise<Look> => lookAt(session.api.control, uuid);
  const quick: Look[] = [];
  for (let reads = 0; reads < readingsInARow; reads += 1) {
    await readByOthers?.();
    quick.push(await look());
  }
  const hasChanged = changesIn(quick);
  if (showForeignUpdate(quick) || !hasChanged.includes(true)) throw changesByItself(uuid);
  const slow = await slowReadings(session, quick.at(-1), 2 * tookMs);
  const all = changesIn([...quick, ...slow]);
  const hasChangedSlowly = all.slice(hasChanged.length);
  if (readByOthers !== null && !hasChanged.includes(false) && !hasChangedSlowly.includes(true)) return;
  // What changes by itself may fall into step with some readings, but hardly with twice as many.
  if (isRegular(all)) {
    const more = await slowReadings(session, slow.at(-1), tookMs);
    if (isRegular(changesIn([...quick, ...slow, ...more]))) return;
  }
  if (all.includes(false) || session.mostAtOnce < readingsAtOnce.count) throw changesByItself(uuid);
  const atOnce = await Promise.all(
    Array.from({ length: readingsAtOnce.count }, async (_, at) => {
      await clock.wait(at * readingsAtOnce.apartMs);
      return look();
    }),
  );
  const distinct = atOnce.filter(
    (one, at) => !atOnce.slice(0, at).some((other) => !differ(other, one)),
  ).length;
  // Each reading makes something new of it, or one thing and another by turns.
  if (changesIn(atOnce).includes(false) || (distinct > 2 && distinct < atOnce.length))
    throw changesByItself(uuid);
}

/** Checks that a profile stays as it is, or goes on changing by being read. @throws Disturbed if it changes by itself */
export async function mustRestOrChangeByReading(session: Session, look: Look, tookMs: number): Promise<void> {
  if (changesIn([look, ...(await slowReadings(session, look, mostMs / 4))]).includes(true))
    await mustChangeByReading(session, look, tookMs);
}

/** Several further readings of a profile, with longer and shorter waits before them. */
async function slowReadings(
  session: Session,
  first: Look | undefined,
  longestMs: number,
): Promise<readonly Look[]> {
  if (first === undefined) return [];
  const looks: Look[] = [];
  for (const share of sharesOfTheWait) {
    await session.clock.wait(share * Math.min(mostMs, Math.max(300, longestMs)));
    looks.push(await lookAt(session.api.control, first.uuid));
  }
  return looks;
}

/** Whether what changed now and then did so with each second reading, or each third, and so on, from first to last. */
function isRegular(hasChanged: readonly boolean[]): boolean {
  const places = hasChanged.flatMap((isChange, at) => (isChange ? [at] : []));
  const [step = 1, ...others] = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  const isWhole = (places[0] ?? 0) < step && (places.at(-1) ?? 0) + step >= hasChanged.length;
  return (
    places.length >= leastOfARhythm && step > 1 && isWhole && others.every((further) => further === step)
  );
}

function changesByItself(uuid: string): Disturbed {
  return new Disturbed(`sender profile ${uuid} also changes while nothing is sent`);
}

/** Whether looks in a row, while we send nothing, show an update by somebody else. */
function showForeignUpdate(looks: readonly Look[]): boolean {
  return looks.some((look, at) => showsForeignUpdate(looks.slice(0, at), look));
}

/**
 * Whether a look shows an update by somebody else, made since the last of the earlier ones: it is later, and has text
 * that no reading makes of what was there, and that none of them has shown.
 */
export function showsForeignUpdate(earlier: readonly Look[], look: Look): boolean {
  const [before, after] = [recordOf(earlier.at(-1)), recordOf(look)];
  if (before === undefined || after === undefined) return false;
  const isLater = Date.parse(textOf(after['updated_at'])) > Date.parse(textOf(before['updated_at']));
  const known = earlier.flatMap((one) => textFields.map((field) => recordOf(one)?.[field]));
  return isLater && textFields.some((field) => isForeign(textOf(after[field]), textOf(before[field]), known));
}

function isForeign(now: string, before: string, known: readonly unknown[]): boolean {
  return !known.includes(now) && !now.includes(before) && !before.includes(now);
}

/** Whether each look differs from the one before it. */
function changesIn(looks: readonly Look[]): readonly boolean[] {
  return looks.slice(1).map((look, at) => differ(looks[at] ?? look, look));
}
