/** A direct check of one statement: a few requests that show whether it is broken. */
import type { Probe, Seen, Json } from '../probe.ts';
import type { Receiver } from '../receiver.ts';

/** True if the statement is seen to be broken. Correct under every dialect. */
export type Check = (probe: Probe, receiver: Receiver) => Promise<boolean>;

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a value is a date-time of RFC 3339. */
export function isDateTime(value: unknown): boolean {
  return typeof value === 'string' && dateTime.test(value);
}

/** True if a request got no answer: then the statement that demands one is broken. */
export function wasDropped(error: unknown): true {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return true;
  throw error;
}

/** Whether two values are equal as JSON. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether lists can be filtered. */
export function takesFilters({ dialect }: Probe): boolean {
  return dialect.filterPlacement !== 'none';
}

/** Whether lists can be filtered by further fields. */
export function takesFurther(probe: Probe): boolean {
  const { furtherFields, filterableFields } = probe.dialect;
  return takesFilters(probe) && furtherFields !== 'none' && filterableFields === 'all';
}

/** The four documented fields of each webhook in an answer. */
export function webhooksOf(seen: Seen): Json[] {
  return seen.data.map(({ uuid, event, request_method, target_url }) => ({
    uuid,
    event,
    request_method,
    target_url,
  }));
}

/** Every webhook of the first account, page by page, up to the total. */
export async function walk(probe: Probe, limit = 20, token?: string): Promise<Json[]> {
  const all: Json[] = [];
  const difference = token === undefined ? {} : { token };
  const { total } = (await probe.list('', difference)).json;
  for (let offset = 0; offset < Number(total); offset += limit) {
    all.push(...webhooksOf(await probe.list(`?limit=${limit}&offset=${offset}`, difference)));
  }
  return all;
}

/** The documented fields of a profile, without its times. */
export function profileOf({ json }: Seen): Json {
  return Object.fromEntries(profileFields.map((name) => [name, json[name]]));
}

/** The 14 fields of a sender profile. */
export const profileFields = [
  'uuid',
  'team_id',
  'linkedin_server_id',
  'linkedin_browser_uuid',
  'linkedin_account_uuid',
  'mailbox_uuid',
  'assignee_user_id',
  'first_name',
  'last_name',
  'label',
  'status',
  'user_id',
  'created_at',
  'updated_at',
] as const;

export const unknownUuid = '12345678-1234-4234-8234-123456789abc';
