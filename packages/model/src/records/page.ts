/** Reads pages of the list of webhooks (Webhook list envelope). */
import { Unmet } from '@outreach-api/engine';
import type { Answer } from './exchange.ts';
import { isRecord, type JsonObject } from './is-record.ts';
import { textOf } from '../texts/text-of.ts';
import { canonicalUuid } from './uuid.ts';

/** A page of the list of webhooks with a well-formed envelope (Webhook list envelope). */
export interface Page {
  readonly data: readonly JsonObject[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  readonly has_more: boolean;
}

/** What differs between two moments of a list. */
export interface ListDifference {
  readonly what: 'added' | 'gone' | 'changed';
  /** The later record; the earlier one if it is gone. */
  readonly record: JsonObject;
}

/** The page in a body, or undefined if the envelope is not as described. */
export function pageIn(json: unknown): Page | undefined {
  if (!isRecord(json)) return undefined;
  const { data, limit, offset, total, has_more } = json;
  if (!Array.isArray(data) || !data.every(isRecord)) return undefined;
  if (!isCount(limit) || !isCount(offset) || !isCount(total) || typeof has_more !== 'boolean')
    return undefined;
  return { data, limit, offset, total, has_more };
}

/** The page of an answer. @throws Unmet if it was refused or its envelope is not as described */
export function readPage(answer: Answer): Page {
  if (!answer.ok) throw new Unmet(`the list of webhooks was refused with ${answer.status}`);
  const page = pageIn(answer.json);
  if (page === undefined)
    throw new Unmet('the list of webhooks did not come in the described envelope (PAGE-04)');
  return page;
}

/** Which webhook a record is: its uuid, whatever its letter case. */
export function identityOf(record: JsonObject): string {
  return canonicalUuid(textOf(record['uuid']));
}

/** Whether a record is the webhook with this uuid, whatever the letter case of either. */
export function hasUuid(record: JsonObject, uuid: string): boolean {
  return identityOf(record) === canonicalUuid(uuid);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** A conforming page maximum is 20 or more. */
export const alwaysAcceptedLimit = 20;
