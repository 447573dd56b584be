/** Judgements that sender profile rules share. */
import type { SenderProfileBreaches as Breaches } from '../../rules/breaches/sender-profile.ts';
import { classOf } from '@outreach-api/model/records/answer-class';
import { isDeepStrictEqual } from 'node:util';
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import {
  isOursAlone,
  mayChangeAfterUpdate,
  linkFields,
  textFields,
  type ProfileFields,
} from '@outreach-api/model/records/profile-fields';
import {
  isOrdinary,
  isShown,
  recordOf,
  recordsOf,
  type Look,
  type UpdateSeen,
} from '@outreach-api/model/records/profile-history';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isSameValue, profileChanges } from '@outreach-api/model/records/profile-changes';
import { faultsOf } from '@outreach-api/model/records/shape';
import { textOf } from '@outreach-api/model/texts/text-of';
import { isBlank } from '@outreach-api/model/texts/ordinary-text';

const { about, broken, holds, same } = judging<Breaches>();

/**
 * Whether a record shows everything that an update sent.
 *
 * Text that may be refused may also be refused after a 202: then the record shows its previous value. Blank text may
 * be taken for no value: what it becomes is open, but a later read shows what the answer to the update showed.
 */
export function showsSent(
  code: 'update-answered-otherwise' | 'update-not-shown-later',
  record: JsonObject,
  update: UpdateSeen,
  before: Look | undefined,
): Judgement<Breaches> {
  const { sent, status } = update;
  const isLater = classOf({ status }).effect === 'later';
  const answered = isLater ? undefined : recordOf(update);
  const kept = isLater && !isOrdinary(update) ? recordOf(before) : undefined;
  return every(
    textFields.map((field) => {
      const text = sent[field];
      if (text === undefined || isShown(record[field], text)) return held;
      if (kept !== undefined && isSameValue(field, kept[field], record[field])) return held;
      if (isBlank(text))
        return answered === undefined || isSameValue(field, answered[field], record[field])
          ? held
          : same(code, { field }, record[field], answered[field]);
      return same(code, { field }, record[field], text);
    }),
  );
}

/**
 * Whether the answer to an update shows what reads before and after it agree on: the links, and the text that was left
 * out. An answer with 202 may show text in an intermediate state.
 */
export function showsUnchangedFields(
  answer: UpdateSeen,
  { before, after, isUpToDate }: StayedAround,
): Judgement<Breaches> {
  const records = [recordOf(before), recordOf(after), recordOf(answer)];
  const [from, to, shown] = records;
  if (from === undefined || to === undefined || shown === undefined) return held;
  const faults = records.flatMap((record) => faultsOf('SenderProfile', record));
  const isCurrent = isUpToDate && classOf(answer).effect !== 'later';
  const left = isCurrent ? textFields.filter((field) => answer.sent[field] === undefined) : [];
  return every(
    [...linkFields, ...left]
      .filter((field) => field in from && field in to && field in shown)
      .filter((field) => !faults.some((fault) => fault.field === field))
      .filter((field) => isSameValue(field, from[field], to[field]))
      .map((field) =>
        isSameValue(field, from[field], shown[field])
          ? held
          : same('update-answer-unlike-reads', { field }, shown[field], from[field]),
      ),
  );
}

/** The reads around an update. */
interface StayedAround {
  readonly before: Look | undefined;
  readonly after: Look | undefined;
  /** Whether they show that something was stored in between: a cached answer says nothing about the text. */
  readonly isUpToDate: boolean;
}

/**
 * Whether an update sent alone corrupts none of the text that it leaves out: it may be kept, cleared or new, but must
 * be neither what an earlier update had sent and a later one has changed, nor the name that was sent for the other
 * field.
 */
export function corruptsNoOmittedField(
  { sent }: UpdateSeen,
  earlier: Earlier,
  after: Look,
): Judgement<Breaches> {
  const [first, from, to] = [earlier.looks[0], earlier.looks.at(-1), after].map(
    (look) => look && recordOf(look),
  );
  if (first === undefined || from === undefined || to === undefined) return held;
  return every(
    textFields
      .filter((field) => sent[field] === undefined && field in to && !isEmpty(to[field]))
      // A profile's first value may be its default: clearing a field may restore it.
      .filter((field) => ![first, from].some((record) => isSameValue(field, record[field], to[field])))
      .map((field) => {
        const other = nameSentInPlaceOf(field, sent);
        const wasSent =
          !isMadeOfNames(field, to) &&
          earlier.updates.some(({ sent: before }) => isSameValue(field, before[field], to[field]));
        const isOther = other !== undefined && isSameValue(field, other, to[field]);
        return holds(!wasSent && !isOther, 'left-out-field-changed', {
          field,
          before: from[field],
          shown: to[field],
          isOfEarlierUpdate: wasSent,
        });
      }),
  );
}

/**
 * Whether a profile shows, in a field that an update leaves out, a text of ours that it never had: it was sent for
 * another profile. What is left out may be new, and even a short text of ours may be the default.
 */
export function showsNoTextOfOthers(
  { sent }: UpdateSeen,
  earlier: Earlier,
  after: Look,
): Judgement<Breaches> {
  const record = recordOf(after);
  const shownBefore = recordsOf([...earlier.looks, ...earlier.updates]);
  if (record === undefined || shownBefore.length === 0) return held;
  return every(
    textFields
      .filter((field) => sent[field] === undefined && isOursAlone(record[field]))
      .filter((field) => !isMadeOfNames(field, record))
      .map((field) =>
        holds(
          shownBefore.some((shown) => isSameValue(field, shown[field], record[field])),
          'left-out-field-changed',
          {
            field,
            before: shownBefore.at(-1)?.[field],
            shown: record[field],
            isOfEarlierUpdate: true,
          },
        ),
      ),
  );
}

/** What was seen of a profile before an update, earliest first. */
interface Earlier {
  readonly looks: readonly Look[];
  readonly updates: readonly UpdateSeen[];
}

/** Whether a label is what a service may show where none is given: the names of the same record. */
function isMadeOfNames(field: string, { first_name: first, last_name: last, label }: JsonObject): boolean {
  return field === 'label' && [first, last, `${textOf(first)} ${textOf(last)}`].includes(label);
}

function nameSentInPlaceOf(field: (typeof textFields)[number], sent: ProfileFields): string | undefined {
  if (field === 'first_name') return sent.last_name;
  return field === 'last_name' ? sent.first_name : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

/**
 * Whether the answer to an update is a record, judged by what reads show: faults that reads also show are PROF-01's
 * concern. Fields that were not sent may be kept or cleared, but must have their type.
 */
export function hasNoNewFaults(
  record: JsonObject,
  { uuid }: UpdateSeen,
  before: Look | undefined,
): Judgement<Breaches> {
  const known = faultsOf('SenderProfile', before?.body);
  const faults = faultsOf('SenderProfile', record).filter(
    (fault) => !known.some((one) => isDeepStrictEqual(one, fault)),
  );
  return holds(faults.length === 0, 'update-answer-fields', { uuid, faults });
}

/**
 * Whether a profile shows what was sent for another one instead of its own update: that is PROF-08's concern. It may
 * have kept a value it showed before.
 */
export function showsAnother(
  { look, before }: { readonly look: Look; readonly before: Look | undefined },
  own: UpdateSeen,
  updates: readonly UpdateSeen[],
): boolean {
  const record = recordOf(look);
  const was = before === undefined ? undefined : recordOf(before);
  return updates.some(
    ({ uuid, sent }) =>
      uuid !== own.uuid &&
      textFields.some(
        (field) =>
          own.sent[field] !== undefined &&
          sent[field] !== undefined &&
          !isSameValue(field, sent[field], own.sent[field]) &&
          isSameValue(field, sent[field], record?.[field]) &&
          !isSameValue(field, sent[field], was?.[field]),
      ),
  );
}

/** Whether a field of a record is as before an update. */
export function isUnchanged(
  field: string,
  before: JsonObject | undefined,
  after: JsonObject,
): Judgement<Breaches> {
  if (before === undefined || isSameValue(field, before[field], after[field])) return held;
  return same('update-changes-identity', { field }, after[field], before[field]);
}

/** Whether a profile that was left alone is unchanged. */
export function isAsItWas(
  before: Look | undefined,
  after: Look,
  left: 'not updated' | 'not deleted' | 'only read',
): Judgement<Breaches> {
  const [from, to] = [recordOf(before), recordOf(after)];
  const { uuid, status, body } = after;
  if (from === undefined) return held;
  if (to === undefined)
    return about(uuid, broken('profile-left-alone-is-gone', { uuid, left, status, body }));
  const fields = profileChanges(from, to).filter(
    (field) => before?.isSettling !== true || !mayChangeAfterUpdate(field),
  );
  const changes = fields.map((field) => ({ field, from: from[field], to: to[field] }));
  return about(uuid, holds(changes.length === 0, 'profile-left-alone-is-changed', { uuid, left, changes }));
}
