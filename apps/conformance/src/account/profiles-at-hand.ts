/** The sender profiles that may be worked on and those that are looked at beside them. */
import { Unmet, whereUnmet } from '../engine/unmet.ts';
import type { Session } from '../session/session.ts';
import type { JsonObject } from '../records/is-record.ts';
import { mayNotComeBack } from '../ledger/profile-record.ts';
import { whenStored } from './late-updates.ts';
import { lookAt, recordOf, type Look } from './profile-history.ts';

/** The sender profiles that may be worked on, two or more where there are. @throws Unmet where there is none */
export async function profilesAtHand(session: Session): Promise<readonly string[]> {
  const two = await session.fixtures.senderProfiles(2).catch(whereUnmet(null));
  return two ?? session.fixtures.senderProfiles(1);
}

/** The sender profiles that may be looked at: those at hand, and those that may be deleted. */
export async function profilesToLookAt(session: Session): Promise<readonly string[]> {
  const atHand = (await profilesAtHand(session).catch(whereUnmet(null))) ?? [];
  const all = [...atHand, ...session.target.fixtures.disposableSenderProfiles];
  return all.filter((uuid, index) => all.findIndex((other) => isSameUuid(uuid, other)) === index);
}

/** The newest profile is looked at beside each so-many-th plan only: its readings are three more requests. */
const newestLookedAt = 4;

/**
 * Looks at up to `most` profiles other than `those`, from the `from`th on, and now and then at the newest one: it is
 * the last of the account. What cannot be read is left out.
 *
 * @throws Unmet where one that may not be deleted could be read before: what took it away cannot be seen again
 */
export async function lookAtOthers(
  session: Session,
  those: readonly string[],
  from: number,
  most: number,
): Promise<readonly Look[]> {
  const others = (await profilesToLookAt(session)).filter(
    (uuid) => !those.some((one) => isSameUuid(one, uuid)),
  );
  const newest = from % newestLookedAt === 0 ? session.fixtures.madeSenderProfiles.slice(-1) : [];
  const all = [...rotated(others, from).slice(0, most), ...newest];
  const chosen = all.filter(
    (uuid, at) =>
      all.findIndex((other) => isSameUuid(uuid, other)) === at && !those.some((one) => isSameUuid(one, uuid)),
  );
  const looks = await Promise.all(chosen.map(async (uuid) => lookAt(session.api.control, uuid)));
  const { readBefore } = session.state.account.profiles;
  const disposable = session.target.fixtures.disposableSenderProfiles;
  for (const look of looks) {
    if (look.ok) readBefore.add(look.uuid);
    else if (readBefore.has(look.uuid) && ![...disposable, ...newest].includes(look.uuid)) {
      throw new Unmet(`sender profile ${look.uuid} could be read before and is gone`);
    }
  }
  return looks.filter((look) => recordOf(look) !== undefined);
}

/**
 * Up to `most` profiles that may be updated and can be restored, from the `from`th on; where there is none, those that
 * may be deleted.
 *
 * @param fields - that are to change: what might not come back is not changed
 * @throws Unmet where there is none
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
  for (const uuid of rotated(await profilesAtHand(session), from)) {
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

/** Profiles that may be deleted: nobody else gets them while profiles are being changed. */
async function spareProfiles(session: Session, most: number): Promise<readonly string[]> {
  const taken: string[] = [];
  while (taken.length < most) {
    const uuid = await session.fixtures.spareSenderProfile();
    if (uuid === null) break;
    taken.push(uuid);
  }
  for (const uuid of taken) session.fixtures.giveBack('senderProfiles', uuid);
  const readable: string[] = [];
  for (const uuid of taken) if (await session.state.profiles.keep(uuid, [])) readable.push(uuid);
  return readable;
}

/** Puts back names and label of a profile that an experiment has updated, so that the next one finds it as it was. */
export async function putBack(session: Session, look: Look, withLabel: boolean): Promise<void> {
  const record = recordOf(look) ?? {};
  const names = ['first_name', 'last_name'].filter((field) => !mayNotComeBack(record[field]));
  const fields: JsonObject = Object.fromEntries(
    [...names, ...(withLabel ? ['label'] : [])].map((field) => [field, record[field]]),
  );
  if (Object.keys(fields).length === 0) return;
  const answer = await session.api.control.updateSenderProfile(look.uuid, fields);
  if (answer.status === 202) await session.clock.wait(100);
  await whenStored(session, answer, look.uuid, fields, undefined);
}

function rotated(uuids: readonly string[], from: number): readonly string[] {
  const at = uuids.length === 0 ? 0 : from % uuids.length;
  return [...uuids.slice(at), ...uuids.slice(0, at)];
}

function isSameUuid(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
