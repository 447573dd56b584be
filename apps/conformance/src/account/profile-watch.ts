/** Checks whether sender profiles change while the suite sends nothing that could change them. */
import { allInBatches, eventually } from '@outreach-api/engine';
import { changesAgain, effectsEndMs } from '@outreach-api/model/bounds';
import type { BreachCode } from '../rules/breaches/breach-values.ts';
import type { OperationId } from '@outreach-api/model/records/operation';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { profileChanges } from '@outreach-api/model/records/profile-changes';
import { textFields } from '@outreach-api/model/records/profile-fields';
import type { Session } from '../session/session.ts';
import { textOf } from '@outreach-api/model/texts/text-of';
import { recordOf, type Look } from '@outreach-api/model/records/profile-history';
import { profilesToLookAt } from './profiles-at-hand.ts';
import { lookAt, lookAtAll } from './look-at-profile.ts';

/** Breaches that show nothing that only the suite sends: others may have updated or deleted the profile. */
const withoutOurMark: ReadonlySet<string> = new Set<BreachCode>([
  'known-profile-refused',
  'left-out-field-changed',
  'profile-deletion-refused',
  'profile-left-alone-is-changed',
  'profile-left-alone-is-gone',
  'update-not-shown-later',
  'update-refused',
  'updated-profile-refused',
  'updates-mixed',
]);

/** Breaches that may show no more than that a record is gone, which others may have deleted. */
const effects: ReadonlySet<string> = new Set<BreachCode>([
  'limited-request-took-effect',
  'refused-request-took-effect',
  'request-of-another-account-took-effect',
]);

/** The newest profiles that were made are watched, too: others may work on any. */
const mostMade = 6;
/** What an update by others changes; the other fields may only change by themselves. */
const writtenFields: ReadonlySet<string> = new Set([...textFields, 'updated_at']);

/**
 * The fields of a profile that others may have changed where this breach was seen, none if the profile is gone; null if
 * the breach is not the work of others. Whether reading changes a profile cannot be seen by reading it.
 */
export function changedInBreach(code: string, values: unknown): readonly string[] | null {
  if (!isRecord(values) || values['left'] === 'only read') return null;
  if (!isEffectOf('deleteSenderProfile', code, values) && !withoutOurMark.has(code)) return null;
  return changesOf(values).map(({ field }) => String(field));
}

function changesOf({ changes }: JsonObject): readonly JsonObject[] {
  return Array.isArray(changes) ? changes.filter((change: unknown) => isRecord(change)) : [];
}

/** Whether a breach shows text in a profile that we did not update, and that is nobody's that we know. */
export function showsTextOfOthers(values: unknown, { state }: Session): boolean {
  if (!isRecord(values) || values['left'] !== 'not updated') return false;
  return changesOf(values).some((change) => {
    if (!textFields.some((field) => field === change['field'])) return false;
    const [from, to] = [textOf(change['from']), textOf(change['to'])];
    const isOther = !to.includes(from) || from === '';
    return isOther && state.history.foreignUpdates.isOfOthers(textOf(values['uuid']), to);
  });
}

/** Whether a breach shows no more than that a record is gone which a refused deletion named. */
export function isEffectOf(operation: OperationId, code: string, values: unknown): boolean {
  return effects.has(code) && isRecord(values) && values['operation'] === operation;
}

/**
 * Whether profiles change in this way in a pause: again after the effects of our own requests have ended. The caller
 * holds the lock, so that no request of ours changes one.
 *
 * @param fields - in which a profile has changed; none if it is gone, or does not show an update
 * @param ms - how long to watch
 */
export async function profilesChange(
  session: Session,
  fields: readonly string[],
  ms: number,
): Promise<boolean> {
  const byThemselves = fields.length > 0 && !fields.some((field) => writtenFields.has(field));
  for (const settledMs of [0, effectsEndMs]) {
    await session.clock.wait(settledMs);
    const before = [...(await watchedProfiles(session)), ...(await newProfiles(session))];
    const { shown } = await eventually(
      session.state,
      changesAgain(ms),
      async () => lookAtAll(session, before),
      (now) => before.some((look, at) => hasChanged(look, now[at], byThemselves)),
    );
    if (!shown) return false;
  }
  return true;
}

/**
 * A profile made now: others may delete whatever is made, so that none of those made before is left; and some change only
 * once, a while after they were made.
 */
async function newProfiles(session: Session): Promise<readonly Look[]> {
  const uuid = await session.fixtures.newSenderProfile();
  const looks = uuid === null ? [] : [await lookAt(session.api.control, uuid)];
  return looks.filter((look) => recordOf(look) !== undefined);
}

async function watchedProfiles(session: Session): Promise<readonly Look[]> {
  const made = session.fixtures.madeSenderProfiles.slice(-mostMade);
  const uuids = [...new Set([...(await profilesToLookAt(session)), ...made])];
  const looks = await allInBatches(uuids, async (uuid) => lookAt(session.api.control, uuid));
  return looks.filter((look) => recordOf(look) !== undefined);
}

function hasChanged(before: Look, now: Look | undefined, byThemselves: boolean): boolean {
  const [from, to] = [recordOf(before), recordOf(now)];
  if (from === undefined || to === undefined) return from !== to;
  return profileChanges(from, to).some((field) => byThemselves || writtenFields.has(field));
}
