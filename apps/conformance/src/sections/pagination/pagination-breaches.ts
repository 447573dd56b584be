/** Turns a received page into what a broken target would have shown, for the breaches of PAGE. */
import { isRecord } from '@outreach-api/model/records/is-record';
import { pageIn, type Page } from '@outreach-api/model/records/page';
import type { WindowSeen } from './pages-seen.ts';

/** Whether the list was known to hold records. */
export function hasRecords({ total }: WindowSeen): boolean {
  return total !== null && total > 0;
}

/** The page as received; undefined if it was refused, or its envelope is not as described. */
export function pageOf(seen: WindowSeen): Page | undefined {
  return seen.accepted ? pageIn(seen.body) : undefined;
}

/** Whether it is a page with records and the last one. */
export function isLast(seen: WindowSeen): boolean {
  const page = pageOf(seen);
  return page !== undefined && page.data.length > 0 && page.offset + page.data.length === page.total;
}

/** Changes the envelope, except that of an empty list, which may be a constant and could not have shown a defect. */
export function envelope(
  seen: WindowSeen,
  change: Readonly<Record<string, unknown>>,
): WindowSeen | undefined {
  return isRecord(seen.body) && seen.accepted && hasRecords(seen)
    ? { ...seen, body: { ...seen.body, ...change } }
    : undefined;
}

/** Removes a field from the envelope. */
export function without(seen: WindowSeen, field: string): WindowSeen | undefined {
  if (!isRecord(seen.body) || !hasRecords(seen)) return undefined;
  return { ...seen, body: Object.fromEntries(Object.entries(seen.body).filter(([name]) => name !== field)) };
}

/** Changes the records of the page. */
export function records(
  seen: WindowSeen,
  change: (data: Page['data']) => Page['data'],
): WindowSeen | undefined {
  const page = pageOf(seen);
  return page === undefined ? undefined : envelope(seen, { data: change(page.data) });
}
