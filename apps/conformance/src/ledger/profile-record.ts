/** Reads a sender profile and restores its fields. */
import { eventually } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { isPutBack } from '@outreach-api/model/bounds';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { isSameValue } from '@outreach-api/model/records/profile-changes';
import type { LoneSender } from './lone-sender.ts';

/** A gateway or a restart may make one try fail. */
const triesWhereItFails = 2;
const atOnce = { ...isPutBack, forMs: 0 };

/** The fields of a sender profile that an update can write. */
export const writableFields = ['first_name', 'last_name', 'label', 'schedule'] as const;

/** The record of a sender profile; null if it cannot be read. */
export async function readProfile(sender: LoneSender, uuid: string): Promise<JsonObject | null> {
  const answer = await sender.send('GET', pathOfProfile(uuid));
  return answer !== null && answer.ok && isRecord(answer.json) ? answer.json : null;
}

/** Those fields of a record that can be written and are shown. */
export function writableOf(record: JsonObject): JsonObject {
  return Object.fromEntries(
    writableFields.filter((field) => field in record).map((field) => [field, record[field]]),
  );
}

/**
 * Whether a value may not be restorable once it was changed, on a conforming target: the description does not say that
 * null or an empty value is accepted for a text, and white space at its ends may be removed.
 */
export function mayNotBeRestorable(value: unknown): boolean {
  return typeof value !== 'string' || value === '' || value.trim() !== value;
}

/**
 * Writes the fields that a sender profile should have; resolves to whether it has them.
 *
 * @param fields - those of {@link writableFields} that its record shows
 * @param bound - how long to look after each try that is not answered 202
 */
export async function putBack(
  sender: LoneSender,
  uuid: string,
  fields: JsonObject,
  bound = isPutBack,
): Promise<boolean> {
  const now = await readProfile(sender, uuid);
  if (now !== null && agree(fields, now)) return true;
  for (const sent of waysToWrite(fields)) {
    for (let tries = 0; tries < triesWhereItFails; tries += 1) {
      if (sender.givesUp('PUT', pathOfProfile(uuid))) return false;
      const answer = await sender.send('PUT', pathOfProfile(uuid), sent);
      const { effect } = classOf(answer);
      const lookFor = effect === 'never' ? atOnce : effect === 'at once' ? bound : isPutBack;
      if (await becomes(sender, uuid, fields, lookFor)) return true;
      if (effect !== 'perhaps') break;
    }
  }
  return false;
}

/** The description neither shows `schedule` in an update, nor says that a null label is accepted. */
function waysToWrite(fields: JsonObject): readonly JsonObject[] {
  const ways = [fields, without(fields, 'schedule')];
  if (fields['label'] === null) ways.push(without(fields, 'schedule', 'label'));
  return 'schedule' in fields ? ways : ways.slice(1);
}

function without(fields: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !names.includes(field)));
}

/** Whether a sender profile comes to show these fields. */
export async function becomes(
  sender: LoneSender,
  uuid: string,
  fields: JsonObject,
  bound = isPutBack,
): Promise<boolean> {
  const { shown } = await eventually(
    sender,
    bound,
    async () => readProfile(sender, uuid),
    (now) => now !== null && agree(fields, now),
  );
  return shown;
}

/** The fields in which a record is not as it was, in words: `label is "B" and was null`; empty if there are none. */
export function differencesFrom(before: JsonObject, now: JsonObject): string {
  return Object.entries(before)
    .filter(([field, value]) => !isSameValue(field, value, now[field]))
    .map(([field, value]) => `${field} is ${JSON.stringify(now[field])} and was ${JSON.stringify(value)}`)
    .join(', ');
}

/** Its path, relative to the base address. */
export function pathOfProfile(uuid: string): string {
  return `/flows/api/sender-profiles/${encodeURIComponent(uuid)}`;
}

function agree(fields: JsonObject, record: JsonObject): boolean {
  return Object.entries(fields).every(([field, value]) => isSameValue(field, value, record[field]));
}
