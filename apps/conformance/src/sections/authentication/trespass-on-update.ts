/** Tries to update a sender profile without permission (Authentication). */
import { classOf } from '../../records/answer-class.ts';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import type { TrespassedProfile } from '../../session/account.ts';
import { laterChange } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import { allInBatches } from '../../engine/in-batches.ts';
import { Disturbed, Unmet, whereUnmet } from '../../engine/unmet.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import { isSameValue, profileChanges } from '../../records/profile-changes.ts';
import { isSameUuid } from '../../records/uuid.ts';
import { profilesChange } from '../../account/profile-watch.ts';
import { intruderNamed, intrudersOnRecordChanges, type IntruderKind, mustBeAllowed } from './intruders.ts';
import type { Session } from '../../session/session.ts';
import { disclosedIn } from './disclosed-in.ts';
import { eachAlone, type Attempt, type Trespassers, type TrespassSeen } from './trespass.ts';
import { attemptOf, inARow, inGroups, provided, readProfile, type Answered } from './trespass-on-reads.ts';

/** Long enough for a timestamp in whole seconds to move, if it moves at all. */
const untilClocksMoveMs = 1200;
/** How long to watch whether others change profiles, where what changed bears no attempted name. */
const untilOthersChangeMs = 5000;
/** How long a target that does not say so may take to store an attempted update. */
const laterMs = 300;

/** The intruders that try each body and whose updates are waited for: there are few. */
const closelyWatched: ReadonlySet<IntruderKind> = new Set(['no credential', 'other account', 'expired key']);
const isWatched = (name: string): boolean => closelyWatched.has(intruderNamed(name).kind);
/** The closely watched ones share one wait. */
const groups: readonly Trespassers[] = [
  intrudersOnRecordChanges.map(({ name }) => name).filter(isWatched),
  ...inGroups(intrudersOnRecordChanges, intrudersOnRecordChanges.length).filter(
    (names) => !names.some(isWatched),
  ),
];

/** Tries to update a sender profile without permission, after a permitted update. */
export const trespassOnUpdate = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-update',
  needs: ['updates', 'senderProfile'],
  phase: 'refusal',
  changes: ['senderProfiles'],
  given: fc.constantFrom(...intrudersOnRecordChanges).map(({ name }): Trespassers => [name]),
  first: groups,
  runs: 0,
  smaller: eachAlone,
  probe: async (some, session) => {
    const trespassers = areOfOneKind(some) ? some : provided(some, session);
    mustBeAllowed(trespassers, session);
    return triedByAll(trespassers, session);
  },
});

async function triedByAll(trespassers: Trespassers, session: Session): Promise<TrespassSeen> {
  const together = await tried(trespassers, session);
  const isClean = together.every(({ accepted, effect }) => !accepted && effect !== true);
  if (isClean || areOfOneKind(trespassers)) return { operation: 'updateSenderProfile', attempts: together };
  // Each kind separately, so that the right statement is blamed, once delayed effects have shown.
  await session.clock.wait(laterMs);
  const attempts: Attempt[] = [];
  for (const ofAKind of Object.values(Object.groupBy(trespassers, (name) => intruderNamed(name).kind)))
    attempts.push(...(await tried(ofAKind, session)));
  return { operation: 'updateSenderProfile', attempts };
}

function areOfOneKind(trespassers: Trespassers): boolean {
  return new Set(trespassers.map((name) => intruderNamed(name).kind)).size === 1;
}

/** All intruders try; then one check shows whether any had an effect. */
async function tried(trespassers: Trespassers, session: Session): Promise<readonly Attempt[]> {
  const known = session.state.account.profiles.trespassed;
  known.turn += 1;
  const uuid = known.untouched ?? (await profileAtHand(session, known));
  known.untouched = null;
  await session.state.profiles.keep(uuid, ['last_name']);
  const areWatched = trespassers.some(isWatched);
  // Finding out whether a label can be restored may take an update, which after the check would look like theirs.
  const withLabel = areWatched && (await mayChangeLabel(session, uuid));
  const { before, tookMs } = await updated(session, uuid, known);
  const attempted = `Trespass ${known.turn}`;
  const all = await attemptsToUpdate(trespassers, session, { uuid, attempted, withLabel });
  const window = { inMs: tookMs * 2, laterMs: areWatched ? laterMs : 0 };
  const effect = await hasChanged(session, uuid, { attempted, known: known.records }, window);
  if (!effect) known.untouched = uuid;
  return all.map(({ attempt, answer }) => ({
    ...attempt,
    effect,
    disclosed: disclosedIn(answer.text, before),
  }));
}

/**
 * The first profile that its owner can read: an earlier attempt may have handed another over. If there is none,
 * the owner updates those that were readable: a target that gives profiles away may give them back on the next
 * update.
 */
async function profileAtHand(session: Session, { turn, records }: TrespassedProfile): Promise<string> {
  const uuids = await session.fixtures.senderProfiles();
  const lost = uuids.filter((uuid) => records.some((record) => record['uuid'] === uuid));
  for (const [at, uuid] of [...uuids, ...lost].entries()) {
    if (at >= uuids.length)
      await session.api.control.updateSenderProfile(uuid, { last_name: `Reclaimed ${turn}` });
    const { ok, json } = await session.api.control.getSenderProfile(uuid);
    // A profile answered with another's record (PROF-02) cannot be tracked.
    if (!ok || !isRecord(json) || !isSameUuid(json['uuid'], uuid)) continue;
    records.push(json);
    return uuid;
  }
  throw new Unmet(`sender profile ${uuids.join(', ')} cannot be read`);
}

async function mayChangeLabel(session: Session, uuid: string): Promise<boolean> {
  return session.state.profiles.keep(uuid, ['first_name', 'label']).catch(whereUnmet(false));
}

/**
 * Updates with permission; returns what is shown then and how many ms that took: 0 if it was seen at once.
 *
 * @throws Unmet if the update is refused or does not show
 */
async function updated(
  session: Session,
  uuid: string,
  { turn, records }: TrespassedProfile,
): Promise<{ readonly before: JsonObject; readonly tookMs: number }> {
  const look = async (): Promise<JsonObject> => {
    const record = await readProfile(session, uuid);
    records.push(record);
    return record;
  };
  const last_name = `Controlled ${turn}`;
  const isThere = (record: JsonObject): boolean => record['last_name'] === last_name;
  const { ok, status } = await session.api.control.updateSenderProfile(uuid, { last_name });
  if (!ok) throw new Unmet(`an update with the right credential was refused with ${status}`);
  const began = session.clock.now();
  const atOnce = await look();
  if (isThere(atOnce)) return { before: atOnce, tookMs: 0 };
  const before =
    classOf({ status }).effect === 'later'
      ? (await eventually(session.state, laterChange('a change'), look, isThere)).last
      : atOnce;
  if (!isThere(before)) throw new Unmet('an update with the right credential had no effect (PROF-05)');
  return { before, tookMs: session.clock.now() - began };
}

/**
 * Each tries a last name; some also try a label, which may be stored separately, and all updatable fields. A
 * permitted caller lists in between: some servers lock out after several refusals in a row.
 */
async function attemptsToUpdate(
  trespassers: Trespassers,
  session: Session,
  {
    uuid,
    attempted,
    withLabel,
  }: { readonly uuid: string; readonly attempted: string; readonly withLabel: boolean },
): Promise<readonly Answered[]> {
  const last = { last_name: attempted };
  const label = { label: attempted };
  const bodies = withLabel ? [last, label, { first_name: attempted, ...last, ...label }] : [last];
  const tries = bodies.flatMap((body) => {
    // Intruders that spell the uuid differently send all updatable fields: that is enough to get through.
    const trying = body === bodies.at(-1) ? trespassers : trespassers.filter(writesItAsItIs);
    return trying.map((name) => ({ name, body }));
  });
  const all = [];
  for (let at = 0; at < tries.length; at += inARow) {
    if (at > 0) await session.api.control.listWebhooks({ query: [['limit', '1']] });
    const some = await allInBatches(tries.slice(at, at + inARow), async ({ name, body }) =>
      attemptOf(name, session, async (api) => api.updateSenderProfile(uuid, body)),
    );
    all.push(...some);
  }
  return all;
}

function writesItAsItIs(name: string): boolean {
  return intruderNamed(name).spelled === undefined;
}

/**
 * Whether the attempted name, or a change of any documented field to a value never seen before, shows within some
 * milliseconds; checks at least once. A field that keeps changing while nothing is sent is no effect. Later on
 * only the attempted name counts: other clients may be active.
 */
async function hasChanged(
  session: Session,
  uuid: string,
  { attempted, known }: { readonly attempted: string; readonly known: readonly JsonObject[] },
  window: { readonly inMs: number; readonly laterMs: number },
): Promise<boolean> {
  const began = session.clock.now();
  const left = (ms: number): number => began + ms - session.clock.now();
  for (;;) {
    const now = await profileOrLost(session, uuid);
    if (now === 'lost' || now['last_name'] === attempted) return true;
    const changed = profileChanges(known.at(-1) ?? {}, now).filter((field) =>
      known.every((record) => !isSameValue(field, record[field], now[field])),
    );
    if (changed.length > 0) {
      await session.clock.wait(untilClocksMoveMs);
      const later = await readProfile(session, uuid);
      const lasting = changed.filter((field) => isSameValue(field, now[field], later[field]));
      if (lasting.length === 0) return false;
      if (await profilesChange(session, lasting, untilOthersChangeMs))
        throw new Disturbed(`sender profile ${uuid} changed, and profiles also change while nothing is sent`);
      return true;
    }
    if (left(window.inMs) <= 0) break;
    await session.clock.wait(20);
  }
  if (left(window.laterMs) <= 0) return false;
  await session.clock.wait(left(window.laterMs));
  return (await readProfile(session, uuid))['last_name'] === attempted;
}

/**
 * The profile as its owner sees it; `lost` if the owner, who is accepted elsewhere, is told twice that it does not
 * exist.
 *
 * @throws Unmet if it cannot be read for another reason
 */
async function profileOrLost(session: Session, uuid: string): Promise<JsonObject | 'lost'> {
  let status = 0;
  for (const pause of [0, untilClocksMoveMs]) {
    await session.clock.wait(pause);
    const answer = await session.api.control.getSenderProfile(uuid);
    if (answer.ok && isRecord(answer.json)) return answer.json;
    ({ status } = answer);
    if (!(await isRefusedAlone(session, uuid, status))) break;
    if (pause > 0 && !(await session.api.control.getSenderProfile(uuid)).ok) return 'lost';
  }
  throw new Unmet(`sender profile ${uuid} cannot be read: the answer was ${status}`);
}

/** Whether a refusal concerns this profile, and not the caller or all profiles: some servers lock out for a while. */
async function isRefusedAlone(session: Session, uuid: string, status: number): Promise<boolean> {
  if (classOf({ status }).effect !== 'never') return false;
  for (const one of await session.fixtures.senderProfiles()) {
    if (one !== uuid && (await session.api.control.getSenderProfile(one)).ok) return true;
  }
  return (status === 404 || status === 410) && !(await session.isShutOut());
}
