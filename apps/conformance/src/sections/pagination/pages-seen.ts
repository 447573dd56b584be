/** What is seen of pages of the list (Pagination). */
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { Page } from '@outreach-api/model/records/page';

/** One page, as requested and as received. */
export interface WindowSeen {
  readonly limit: number | null;
  readonly offset: number | null;
  /** Whether the request was accepted. */
  readonly accepted: boolean;
  readonly status: number;
  /** The body as received; undefined if it is not JSON. */
  readonly body: unknown;
  /** The list's `total` as given to a request without parameters; null if there is none. */
  readonly total: number | null;
  /** How the request wrote its limit and offset, where what they mean is open. */
  readonly query?: Readonly<Record<string, string>>;
}

/** A walk over the list, page after page; for a long list with small pages, over both ends. */
export interface WalkSeen {
  readonly limit: number;
  readonly total: number;
  readonly pages: readonly WalkPage[];
  /** How many records the walked pages should contain in total. */
  readonly expected: number;
}

/** One page of a walk: the documented fields of its records. */
export interface WalkPage {
  readonly offset: number;
  readonly records: readonly JsonObject[];
}

/** A page with its records in order, if the list keeps one; which order is open. */
export interface ComparedPage extends Omit<Page, 'data'> {
  readonly records: readonly string[];
}

/** The list requested without parameters, and with the defaults spelled out. */
export interface DefaultsSeen {
  readonly bare: ComparedPage;
  readonly spelledOut: ComparedPage;
}

/** The defaults that a query names, in their order. */
export type Spelling = readonly (readonly [name: 'limit' | 'offset', value: '20' | '0'])[];
