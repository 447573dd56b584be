/** Statements that a broken list breaks, or seems to break: named once, since many twins share them. */
import type { StatementId } from './twin.ts';

/** Filters are judged against the whole list: if that cannot be read correctly, their answers look wrong. */
export const answersToFilters = [
  'FILT-01',
  'FILT-02',
  'FILT-03',
  'FILT-04',
  'FILT-05',
  'FILT-06',
  'FILT-07',
] as const satisfies readonly StatementId[];

/** The answers to filters, and their pages. */
export const everyFilter = [...answersToFilters, 'FILT-08'] as const satisfies readonly StatementId[];

/** Everything judged by a walk over the whole list that misses some of its records. */
export const whateverMissesRecords = [
  ...everyFilter,
  'HOOK-02',
  'DEL-02',
] as const satisfies readonly StatementId[];

/** Everything judged by an answer to List webhooks, if that is not JSON. */
export const whateverListsWebhooks = [
  'TEAM-01',
  'PAGE-01',
  'PAGE-02',
  'PAGE-03',
  'PAGE-04',
  'PAGE-05',
  'PAGE-06',
  'PAGE-07',
  'PAGE-10',
  'FILT-08',
  'HOOK-01',
  'HOOK-02',
  'DEL-01',
] as const satisfies readonly StatementId[];
