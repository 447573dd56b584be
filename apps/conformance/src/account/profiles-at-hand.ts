/** The sender profiles that may be worked on and those that are observed alongside them. */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { Session } from '../session/session.ts';
import type { UntouchedProfile } from '../session/workbench.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import { mayNotBeRestorable } from '../ledger/profile-record.ts';
import { whenStored } from './late-updates.ts';
import { recordOf, type Look } from '@outreach-api/model/records/profile-history';
import { lookAt } from './look-at-profile.ts';
import { withSideEffects } from './side-effects.ts';

/** The sender profiles that may be worked on, two or more if available. @throws Unmet if there is none */
export async function profilesAtHand(session: Session): Promise<readonly string[]> {
  const two = await session.fixtures.senderProfiles(2).catch(whereUnmet(null));
  return two ?? session.fixtures.senderProfiles(1);
}

/** The sender profiles that may be looked at: those that may be worked on, and those that may be deleted. */
export async function profilesToLookAt(session: Session): Promise<readonly string[]> {
  const atHand = (await profilesAtHand(session).catch(whereUnmet(null))) ?? [];
  const all = [...atHand, ...session.target.fixtures.disposableSenderProfiles];
  return all.filter((uuid, index) => all.findIndex((other) => isSameUuid(uuid, other)) === index);
}

/**
 * The sender profiles that may be updated: those made for parallel work come between the first of those at hand and the
 * others, which are observed alongside them.
 */
async function profilesToWorkOn(session: Session): Promise<readonly string[]> {
  const [first, ...others] = await profilesAtHand(session);
  const bench = await session.fixtures.workbench.profiles();
  return [...(first === undefined ? [] : [first]), ...bench, ...others];
}

/** A sender profile created for one purpose, which nothing else changes in this run. @throws Unmet if none can be */
export async function newProfile({ fixtures }: Session): Promise<string> {
  return made(await fixtures.newSenderProfile());
}

/** One that nothing has updated, and that may have been created a while ago. @throws Unmet if none can be */
export async function untouchedProfile({ fixtures }: Session): Promise<UntouchedProfile> {
  return made(await fixtures.workbench.untouched());
}

function made<Made>(profile: Made | null): Made {
  if (profile === null)
    throw new Unmet('no sender profile was created for this (`provision` with createSenderProfile)');
  return profile;
}

const bystanders = 2;

/**
 * Those that are observed while others are updated, from the `from`th on. If several are worked on in parallel, one that
 * is not, so that nothing waits for it: the newest, which is the last of the account, if there is one.
 */
export async function bystandersOf(
  session: Session,
  those: readonly string[],
  from: number,
): Promise<readonly string[]> {
  const bench = await session.fixtures.workbench.profiles();
  const newest = without(session.fixtures.madeSenderProfiles.slice(-1), [...those, ...bench]);
  if (bench.length > 0 && newest.length > 0 && without(those, bench).length === 0) return newest;
  return bench.length > 0
    ? without((await profilesAtHand(session)).toReversed(), those).slice(0, 1)
    : rotated(without(await profilesToLookAt(session), those), from).slice(0, bystanders);
}

/** Up to `most` profiles other than `those`, and the newest one. */
export async function othersThan(
  session: Session,
  those: readonly string[],
  most: number,
): Promise<readonly string[]> {
  const chosen = without(await profilesToLookAt(session), those).slice(0, most);
  return [...chosen, ...without(session.fixtures.madeSenderProfiles.slice(-1), [...those, ...chosen])];
}

/**
 * Observes profiles alongside those that are changed; those that cannot be read are left out.
 *
 * @throws Unmet if one that may not be deleted could be read before: what removed it cannot be seen again
 */
export async function lookAtBystanders(session: Session, uuids: readonly string[]): Promise<readonly Look[]> {
  const all = await Promise.all(uuids.map(async (uuid) => lookAt(session.api.control, uuid)));
  const looks = withSideEffects(session, all);
  const { readBefore } = session.state.account.profiles;
  const mayBeGone = [
    ...session.target.fixtures.disposableSenderProfiles,
    ...session.fixtures.madeSenderProfiles.slice(-1),
  ];
  for (const look of looks) {
    if (look.ok) readBefore.add(look.uuid);
    else if (readBefore.has(look.uuid) && !mayBeGone.includes(look.uuid)) {
      throw new Unmet(`sender profile ${look.uuid} could be read before and is gone`);
    }
  }
  return looks.filter((look) => recordOf(look) !== undefined);
}

/**
 * Up to `most` profiles that may be updated and can be restored, from the `from`th on; if there is none, those that may
 * be deleted.
 *
 * @param fields - those to change: what might not be restorable is not changed
 * @throws Unmet if there is none
 */
export async function profilesToUpdate(
  session: Session,
  {
    from,
    most,
    fields,
  }: { readonly from: number; readonly most: number; readonly fields: readonly string[] },
): Promise<readonly string[]> {
  const found: string[] = [];
  let reason: string | null = null;
  for (const uuid of rotated(await profilesToWorkOn(session), from)) {
    if (found.length >= most || found.some((one) => isSameUuid(one, uuid))) continue;
    try {
      if (await session.state.profiles.keep(uuid, fields)) found.push(uuid);
    } catch (error) {
      if (!(error instanceof Unmet)) throw error;
      reason = error.message;
    }
  }
  if (found.length === 0 && reason !== null) found.push(...(await spareProfiles(session, most)));
  if (found.length === 0) throw new Unmet(reason ?? 'the target file has no sender profile that can be read');
  return found;
}

/** Profiles that may be deleted: reserved while profiles are being changed. */
async function spareProfiles(session: Session, most: number): Promise<readonly string[]> {
  const held: string[] = [];
  while (held.length < most) {
    const uuid = await session.fixtures.spareSenderProfile();
    if (uuid === null) break;
    held.push(uuid);
  }
  for (const uuid of held) session.fixtures.giveBack('senderProfiles', uuid);
  const readable: string[] = [];
  for (const uuid of held) if (await session.state.profiles.keep(uuid, [])) readable.push(uuid);
  return readable;
}

/** Restores names and label of a profile that an experiment has updated, so that the next one finds it unchanged. */
export async function putBack(session: Session, look: Look, withLabel: boolean): Promise<void> {
  const record = recordOf(look) ?? {};
  const names = ['first_name', 'last_name'].filter((field) => !mayNotBeRestorable(record[field]));
  const fields: JsonObject = Object.fromEntries(
    [...names, ...(withLabel ? ['label'] : [])].map((field) => [field, record[field]]),
  );
  if (Object.keys(fields).length === 0) return;
  const update = async (some: JsonObject) => session.api.control.updateSenderProfile(look.uuid, some);
  const { label, ...named } = fields;
  const first = await update(fields);
  // Where null is refused, an update without the label may have cleared it, and does so again.
  const answer = !first.ok && label === null ? await update(named) : first;
  if (classOf(answer).effect === 'later') await session.clock.wait(100);
  await whenStored(session, answer, look.uuid, fields, undefined);
}

/** Restores a profile, unless it was made to be worked on: nothing relies on the values of such a profile. */
export async function putBackUnlessMade(session: Session, look: Look, withLabel: boolean): Promise<void> {
  if (!(await isMadeToWorkOn(session, look.uuid))) await putBack(session, look, withLabel);
}

/** Whether a profile was made to be worked on. */
export async function isMadeToWorkOn({ fixtures }: Session, uuid: string): Promise<boolean> {
  return (await fixtures.workbench.profiles()).some((one) => isSameUuid(one, uuid));
}

function rotated(uuids: readonly string[], from: number): readonly string[] {
  const at = uuids.length === 0 ? 0 : from % uuids.length;
  return [...uuids.slice(at), ...uuids.slice(0, at)];
}

function without(uuids: readonly string[], those: readonly string[]): readonly string[] {
  return uuids.filter((uuid) => !those.some((one) => isSameUuid(one, uuid)));
}
