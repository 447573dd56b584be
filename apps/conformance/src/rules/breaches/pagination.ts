/** How the rules on pages find a statement broken. */
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { FieldFault } from '@outreach-api/model/records/shape';

/** The page that was asked for; null: without that parameter. */
interface Asked {
  readonly limit: number | null;
  readonly offset: number | null;
}

/** The codes of these breaches, and their values. */
export interface PaginationBreaches {
  readonly 'default-limit': object;
  readonly 'default-offset': object;
  readonly 'page-refused': Asked & { readonly status: number };
  readonly 'limit-ignored': Asked;
  readonly 'offset-ignored': Asked;
  readonly 'limit-out-of-range': {
    readonly asked: number;
    readonly least: number;
    readonly shown: number;
  };
  readonly 'page-too-long': Asked & { readonly records: number };
  readonly 'envelope-fields': { readonly faults: readonly FieldFault[] };
  readonly 'envelope-data': { readonly body: unknown };
  /** By its own envelope. */
  readonly 'page-length': { readonly limit: number; readonly offset: number; readonly total: number };
  readonly 'has-more': { readonly records: number; readonly offset: number; readonly total: number };
  readonly 'record-twice-in-walk': { readonly limit: number | null; readonly record: JsonObject };
  readonly 'walk-length': { readonly limit: number | null };
  readonly 'defaults-change-the-answer': { readonly query: string };
  readonly 'defaults-change-the-order': { readonly query: string };
  readonly 'total-differs': Asked;
  readonly 'past-the-end-records': { readonly offset: number; readonly total: number };
  readonly 'past-the-end-has-more': { readonly offset: number; readonly total: number };
}
