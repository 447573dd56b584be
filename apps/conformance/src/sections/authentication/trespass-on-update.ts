/** Tries to update a sender profile as somebody who may not (Authentication). */
import * as fc from 'fast-check';
import type { TrespassedProfile } from '../../session/account.ts';
import { laterChange } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import { defineExperiment } from '../../engine/experiment.ts';
import { allInBatches } from '../../engine/in-batches.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import { isSameValue, profileChanges } from '../../records/profile-changes.ts';
import { intruderNamed, intrudersOnRecordChanges, type IntruderKind, mustBeAllowed } from './intruders.ts';
import type { Session } from '../../session/session.ts';
import { disclosedIn } from './disclosed-in.ts';
import { eachAlone, type Attempt, type Trespassers, type TrespassSeen } from './trespass.ts';
import { attemptOf, inARow, inGroups, provided, readProfile, type Answered } from './trespass-on-reads.ts';

/** After so long also a time in whole seconds has moved, if it moves at all. */
const untilClocksMoveMs = 1200;
/** How long what is attempted may take to be stored by a target that does not say so. */
const laterMs = 300;

/** Those who try with each body, and whose updates are waited for: they are few. */
const closelyWatched: ReadonlySet<IntruderKind> = new Set(['no credential', 'other account', 'expired key']);
const isWatched = (name: string): boolean => closelyWatched.has(intruderNamed(name).kind);
/** Those who are watched closely are waited for together. */
const groups: readonly Trespassers[] = [
  intrudersOnRecordChanges.map(({ name }) => name).filter(isWatched),
  ...inGroups(intrudersOnRecordChanges, intrudersOnRecordChanges.length).filter(
    (names) => !names.some(isWatched),
  ),
];

/** Tries to update a sender profile as somebody who may not, after somebody who may has updated it. */
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
  // Each kind by itself, so that it is blamed on the right statement, once what was attempted has come.
  await session.clock.wait(laterMs);
  const attempts: Attempt[] = [];
  for (const ofAKind of Object.values(Object.groupBy(trespassers, (name) => intruderNamed(name).kind)))
    attempts.push(...(await tried(ofAKind, session)));
  return { operation: 'updateSenderProfile', attempts };
}

function areOfOneKind(trespassers: Trespassers): boolean {
  return new Set(trespassers.map((name) => intruderNamed(name).kind)).size === 1;
}

/** All try; then it is looked whether one of them had an effect. */
async function tried(trespassers: Trespassers, session: Session): Promise<readonly Attempt[]> {
  const known = session.state.account.profiles.trespassed;
  known.turn += 1;
  const uuid = known.untouched ?? (await profileAtHand(session, known));
  known.untouched = null;
  await session.state.profiles.keep(uuid, ['last_name']);
  const areWatched = trespassers.some(isWatched);
  // To find out whether a label can be put back may take an update, which after the look would seem to be theirs.
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
 * The first profile that its owner can read: an attempt before may have made another one somebody else's. Where there is
 * none, the owner updates those that could be read: what took one away may give it back to the next who does.
 */
async function profileAtHand(session: Session, { turn, records }: TrespassedProfile): Promise<string> {
  const uuids = await session.fixtures.senderProfiles();
  const lost = uuids.filter((uuid) => records.some((record) => record['uuid'] === uuid));
  for (const [at, uuid] of [...uuids, ...lost].entries()) {
    if (at >= uuids.length)
      await session.api.control.updateSenderProfile(uuid, { last_name: `Reclaimed ${turn}` });
    const { ok, json } = await session.api.control.getSenderProfile(uuid);
    // One that is answered with another one's record (PROF-02) cannot be followed.
    if (!ok || !isRecord(json) || String(json['uuid']).toLowerCase() !== uuid.toLowerCase()) continue;
    records.push(json);
    return uuid;
  }
  throw new Unmet(`sender profile ${uuids.join(', ')} cannot be read`);
}

async function mayChangeLabel(session: Session, uuid: string): Promise<boolean> {
  return session.state.profiles.keep(uuid, ['first_name', 'label']).catch(whereUnmet(false));
}

/**
 * Updates as somebody who may; tells what is shown then, and how long that took, in ms: 0 where it was seen at once.
 *
 * @throws Unmet where the update is refused or is not seen
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
    status === 202 ? (await eventually(session.state, laterChange('a change'), look, isThere)).last : atOnce;
  if (!isThere(before)) throw new Unmet('an update with the right credential had no effect (PROF-05)');
  return { before, tookMs: session.clock.now() - began };
}

/**
 * Each tries with a last name; some also with a label, which may be kept apart, and with all that can be updated.
 * Somebody who may lists in between: some servers lock out after so many refusals in a row.
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
    // Who writes the uuid in another way tries with all that can be updated: that is enough to be let in.
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
 * Whether the attempted name, or a change of any documented field to what was never seen before, is seen within some
 * milliseconds; it is looked for once at least. What goes on changing while nothing is sent is no effect. Later on only
 * the attempted name counts: others may be at work.
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
      return changed.some((field) => isSameValue(field, now[field], later[field]));
    }
    if (left(window.inMs) <= 0) break;
    await session.clock.wait(20);
  }
  if (left(window.laterMs) <= 0) return false;
  await session.clock.wait(left(window.laterMs));
  return (await readProfile(session, uuid))['last_name'] === attempted;
}

/**
 * The profile as its owner sees it; `lost` where its owner, who is let in elsewhere, is told twice that there is none.
 *
 * @throws Unmet where it cannot be read for another reason
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
  throw new Unmet(`sender profile ${uuid} cannot be read: it was answered ${status}`);
}

/** Whether a refusal is of this profile, and not of whoever asks or of all profiles: some servers lock out for a while. */
async function isRefusedAlone(session: Session, uuid: string, status: number): Promise<boolean> {
  if (status < 300 || status >= 500) return false;
  for (const one of await session.fixtures.senderProfiles()) {
    if (one !== uuid && (await session.api.control.getSenderProfile(one)).ok) return true;
  }
  return (status === 404 || status === 410) && !(await session.isShutOut());
}
