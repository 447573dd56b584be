import { textFields, type ProfileFields } from '../arbitraries/profile-fields.ts';
import { broken, every, held, holds, same, show, type Judgement } from '../engine/judgement.ts';
import { isShown, recordOf, type Look, type UpdateSeen } from '../experiments/profile-history.ts';
import type { JsonObject } from '../records/is-record.ts';
import { isSameValue, profileChanges } from '../records/profile-changes.ts';
import { faultsOf } from '../records/shape.ts';

/** Whether a record shows all that was sent in an update. */
export function showsSent(where: string, record: JsonObject, sent: ProfileFields): Judgement {
  return every(
    textFields.map((field) => {
      const text = sent[field];
      return text === undefined || isShown(record[field], text)
        ? held
        : same(`\`${field}\` in ${where}`, record[field], text);
    }),
  );
}

/**
 * Whether the answer to an update is a record, as far as reading shows one.
 *
 * Fields that were not sent may be kept or cleared, and what reading shows wrongly as well is PROF-01's.
 */
export function hasNoNewFaults(
  record: JsonObject,
  { uuid, sent }: UpdateSeen,
  before: Look | undefined,
): Judgement {
  const known = faultsOf('SenderProfile', before?.body);
  const open = textFields.filter((field) => sent[field] === undefined);
  const faults = faultsOf('SenderProfile', record).filter(
    (fault) => !known.includes(fault) && !open.some((field) => fault.startsWith(`\`${field}\``)),
  );
  return holds(
    faults.length === 0,
    `the answer to an update is the record of sender profile ${uuid}`,
    faults.join(', '),
  );
}

/** Whether a profile shows what was sent for another one instead of what was sent for it: that is PROF-08's. */
export function showsAnother(look: Look, own: UpdateSeen, updates: readonly UpdateSeen[]): boolean {
  const record = recordOf(look);
  return updates.some(
    ({ uuid, sent }) =>
      uuid !== own.uuid &&
      textFields.some(
        (field) =>
          own.sent[field] !== undefined &&
          sent[field] !== own.sent[field] &&
          record?.[field] === sent[field] &&
          sent[field] !== undefined,
      ),
  );
}

/** Whether a field of a record is as it was before an update. */
export function isUnchanged(field: string, before: JsonObject | undefined, after: JsonObject): Judgement {
  if (before === undefined || isSameValue(field, before[field], after[field])) return held;
  return same(`\`${field}\` after an update`, after[field], before[field]);
}

/** Whether a profile that nothing was done to is as it was; `which` says so: `which was not updated`. */
export function isAsItWas(before: Look | undefined, after: Look, which: string): Judgement {
  const [from, to] = [recordOf(before), recordOf(after)];
  const profile = `sender profile ${after.uuid}, ${which},`;
  if (from === undefined) return held;
  if (to === undefined)
    return broken(`${profile} can be read`, `answered ${after.status}: ${show(after.body)}`);
  const changed = profileChanges(from, to).map(
    (field) => `${field} from ${show(from[field])} to ${show(to[field])}`,
  );
  return holds(changed.length === 0, `${profile} is as it was`, `changed: ${changed.join(', ')}`);
}
