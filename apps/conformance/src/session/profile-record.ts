/** Reads a sender profile and puts its fields back, for whoever restores. */
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord, type JsonObject } from '../records/is-record.ts';
import type { LoneSender } from './lone-sender.ts';

/** The fields of a sender profile that an update can write. */
export const writableFields = ['first_name', 'last_name', 'label', 'schedule'] as const;

/** The record of a sender profile; null where it cannot be read. */
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
 * Gives a sender profile the fields that it should have; resolves to whether it has them.
 *
 * @param fields - those of {@link writableFields} that its record shows
 */
export async function putBack(sender: LoneSender, uuid: string, fields: JsonObject): Promise<boolean> {
  const now = await readProfile(sender, uuid);
  if (now !== null && agree(fields, now)) return true;
  // The description neither shows `schedule` in an update, nor says that a label of null is taken.
  for (const leftOut of [[], ['schedule'], ['schedule', 'label']]) {
    if (leftOut.includes('label') && fields['label'] !== null) continue;
    const sent = Object.fromEntries(Object.entries(fields).filter(([field]) => !leftOut.includes(field)));
    await sender.send('PUT', pathOfProfile(uuid), sent);
    if (await becomes(sender, uuid, fields)) return true;
  }
  return false;
}

/** Whether a sender profile comes to show these fields, within some seconds. */
export async function becomes(sender: LoneSender, uuid: string, fields: JsonObject): Promise<boolean> {
  for (let tries = 0; tries < 5; tries += 1) {
    const now = await readProfile(sender, uuid);
    if (now !== null && agree(fields, now)) return true;
    await wait(100 * 2 ** tries);
  }
  return false;
}

/** Its path, from the base address on. */
export function pathOfProfile(uuid: string): string {
  return `/flows/api/sender-profiles/${encodeURIComponent(uuid)}`;
}

function agree(fields: JsonObject, record: JsonObject): boolean {
  return Object.entries(fields).every(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(record[field]),
  );
}
