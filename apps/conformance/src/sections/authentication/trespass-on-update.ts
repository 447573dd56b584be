/** Tries to update a sender profile without permission, and looks now and late whether that was done (Authentication). */
import { Disturbed, eventually, Unmet, whereUnmet } from '@outreach-api/engine';
import { laterChange } from '@outreach-api/model/bounds';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isSameValue, profileChanges } from '@outreach-api/model/records/profile-changes';
import { sideEffectFields } from '@outreach-api/model/records/profile-fields';
import { mustShow, recordOf } from '@outreach-api/model/records/profile-history';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import { lookAt } from '../../account/look-at-profile.ts';
import { isGone } from '../../account/profile-gone.ts';
import { profilesChange } from '../../account/profile-watch.ts';
import type { Session } from '../../session/session.ts';
import { answeredTries, blamed, laterMs, type Try } from './attempts.ts';
import { intruderNamed } from './intruders-on.ts';
import { newKeyOfAnother } from './intruders.ts';
import type { Attempt, Trespass, Trespassers, Tried } from './trespass.ts';

/** Long enough for a timestamp in whole seconds to move, if it moves at all. */
const untilClocksMoveMs = 1200;
/** How many updates of its owner must have no such effect. */
const updatesAlone = 3;
/** How long to watch whether others change profiles, where what changed bears no attempted name. */
const untilOthersChangeMs = 5000;

/** Those without a credential, and with a key of another account, try each body and to read, too. */
function isThorough(name: string): boolean {
  const { kind } = intruderNamed(name);
  return kind === 'no credential' || kind === 'other account';
}

/** A key just made shows elsewhere what it may read, and with a key of its account which bodies are taken. */
function isNew(name: string): boolean {
  return name === newKeyOfAnother.name;
}

/** Tries to update a sender profile, after a permitted update. */
export async function tryToUpdate({ callers }: Trespass, session: Session): Promise<Tried> {
  return { attempts: await blamed(callers, session, async (some) => tried(some, session)) };
}

/** All try, each with text of its own; then looks show whether any of them had an effect. */
async function tried(callers: Trespassers, session: Session): Promise<readonly Attempt[]> {
  const { uuid, before, tookMs, withLabel } = await updatedByOwner(session);
  const tries = triesOf(callers, uuid, withLabel, session);
  const answered = await answeredTries(tries, session, before);
  const marks = tries.flatMap(({ mark }) => mark ?? []);
  const had = await effectsOf(marks, session, uuid, tookMs * 2);
  return answered.map(({ one: { mark }, attempt }) => ({
    ...attempt,
    effect: mark === null ? null : had(mark),
  }));
}

/** An update with a mark of its own, or a read right after its owner's update, which may still be kept. */
type MarkedTry = Try & { readonly mark: string | null };

/**
 * Each tries a last name; some instead a label, which may be stored separately, and all updatable fields, after they
 * have tried to read.
 */
function triesOf(
  callers: Trespassers,
  uuid: string,
  withLabel: boolean,
  { log }: Session,
): readonly MarkedTry[] {
  const bodies = callers.flatMap((name) => {
    if (!withLabel || !isThorough(name)) return [{ name, fields: ['last_name'] }];
    const whole = { name, fields: ['last_name', 'label', 'first_name'] };
    // Intruders that spell the uuid differently send all updatable fields: that is enough to get through.
    const isAnyBody = intruderNamed(name).spelled === undefined && !isNew(name);
    return isAnyBody ? [{ name, fields: ['label'] }, whole] : [whole];
  });
  const read: Try['send'] = async (api) => api.getSenderProfile(uuid);
  const reads = callers
    .filter((name) => isThorough(name) && intruderNamed(name).spelled === undefined && !isNew(name))
    .map((name): MarkedTry => ({ name, operation: 'getSenderProfile', mark: null, send: read }));
  const updates = bodies.map(({ name, fields }, index): MarkedTry => {
    const mark = `Trespass ${log.number ?? 0}-${log.exchanges.length}-${index}`;
    const body = Object.fromEntries(fields.map((field) => [field, mark]));
    return { name, mark, send: async (api) => api.updateSenderProfile(uuid, body) };
  });
  return [...reads, ...updates];
}

/** What its owner's update shows, and how many ms that took: 0 if it was seen at once. */
interface OwnersUpdate {
  readonly before: JsonObject;
  readonly tookMs: number;
}

/**
 * Updates the first profile for which that works, and shows: an earlier attempt may have handed another over, and a
 * target that gives profiles away may give them back on the next update.
 *
 * @throws Unmet if the update is refused or does not show
 */
async function updatedByOwner(
  session: Session,
): Promise<OwnersUpdate & { readonly uuid: string; readonly withLabel: boolean }> {
  let why = new Unmet('there is no sender profile to update');
  for (const uuid of await session.fixtures.senderProfiles()) {
    await session.state.profiles.keep(uuid, ['last_name']);
    // Finding out whether a label can be restored may take an update, which later would look like theirs.
    const label = session.state.profiles.keep(uuid, ['first_name', 'label']);
    const withLabel = await label.catch(whereUnmet(false));
    try {
      return { uuid, withLabel, ...(await shownUpdate(uuid, session)) };
    } catch (error) {
      if (!(error instanceof Unmet)) throw error;
      why = error;
    }
  }
  throw why;
}

async function shownUpdate(uuid: string, session: Session): Promise<OwnersUpdate> {
  const { control } = session.api;
  const { trespassed } = session.state.account.profiles;
  const look = async (): Promise<JsonObject> => {
    const record = mustShow(await lookAt(control, uuid));
    trespassed.push(record);
    return record;
  };
  // A replica may show later how it was before.
  if (!trespassed.some((record) => isSameUuid(record['uuid'], uuid))) await look();
  const last_name = `Controlled ${session.log.number ?? 0}-${session.exchanges.length}`;
  const isThere = (record: JsonObject): boolean => record['last_name'] === last_name;
  const { ok, status } = await control.updateSenderProfile(uuid, { last_name });
  if (!ok) throw new Unmet(`an update with the right credential was refused with ${status}`);
  const began = session.clock.now();
  const atOnce = await look();
  if (isThere(atOnce)) return { before: atOnce, tookMs: 0 };
  const bound = laterChange('a change');
  const isLater = classOf({ status }).effect === 'later';
  const before = isLater ? (await eventually(session.state, bound, look, isThere)).last : atOnce;
  if (!isThere(before)) throw new Unmet('an update with the right credential had no effect (PROF-05)');
  return { before, tookMs: session.clock.now() - began };
}

/**
 * Which of the marked requests had an effect: a mark, or a change of any documented field to a value never seen before,
 * shows within some milliseconds; without a mark, all of them may have had it. A field that keeps changing while nothing
 * is sent is no effect. Later on only marks count: other clients may be active.
 */
async function effectsOf(
  marks: readonly string[],
  session: Session,
  uuid: string,
  inMs: number,
): Promise<(mark: string) => boolean> {
  const began = session.clock.now();
  const bound = { subject: 'an attempted update shows', forMs: inMs, firstPauseMs: 20 };
  const { last: now } = await eventually(
    session.state,
    bound,
    async () => profileUnlessGone(session, uuid),
    (record) => record === null || newIn(record, session).length > 0,
  );
  if (now === null) return () => true;
  if (marks.some(seenIn(now))) return seenIn(now);
  const changed = newIn(now, session);
  if (changed.length > 0) {
    const lasts = await lastsUndisturbed(changed, now, session, uuid);
    return () => lasts;
  }
  await session.clock.wait(Math.max(0, began + laterMs - session.clock.now()));
  return seenIn(mustShow(await lookAt(session.api.control, uuid)));
}

function seenIn(record: JsonObject): (mark: string) => boolean {
  return (mark) => Object.values(record).includes(mark);
}

/**
 * The fields with values that no look at the profile has shown before: a replica may show an earlier state again, and
 * the owner's update may have side effects that end a while later.
 */
function newIn(record: JsonObject, { state }: Session): readonly string[] {
  const known = state.account.profiles.trespassed;
  return profileChanges(known.at(-1) ?? {}, record).filter(
    (field) =>
      !sideEffectFields.some((one) => one === field) &&
      known.every((one) => !isSameValue(field, one[field], record[field])),
  );
}

/** @throws Disturbed if profiles also change in this way while nothing is sent */
async function lastsUndisturbed(
  fields: readonly string[],
  seen: JsonObject,
  session: Session,
  uuid: string,
): Promise<boolean> {
  await session.clock.wait(untilClocksMoveMs);
  const later = mustShow(await lookAt(session.api.control, uuid));
  const lasting = fields.filter((field) => isSameValue(field, seen[field], later[field]));
  if (lasting.length === 0) return false;
  // An update may end a while later, and be dated then: the owner's alone shows that, unless it is looked at too late.
  for (let updates = 0; updates < updatesAlone; updates += 1) {
    const { before } = await shownUpdate(uuid, session);
    await session.clock.wait(untilClocksMoveMs);
    const alone = mustShow(await lookAt(session.api.control, uuid));
    if (lasting.some((field) => !isSameValue(field, before[field], alone[field])))
      throw new Disturbed(`sender profile ${uuid} also changes a while after its owner's update`);
  }
  if (await profilesChange(session, lasting, untilOthersChangeMs))
    throw new Disturbed(`sender profile ${uuid} changed, and profiles also change while nothing is sent`);
  return true;
}

/** The profile as its owner sees it; null if it is gone, for its owner. @throws Unmet if that is unknown */
async function profileUnlessGone(session: Session, uuid: string): Promise<JsonObject | null> {
  const look = await lookAt(session.api.control, uuid);
  const record = recordOf(look);
  if (record !== undefined) return record;
  if (!look.ok && (await isGone(session, uuid))) return null;
  throw new Unmet(`sender profile ${uuid} cannot be read: the answer was ${look.status}`);
}
