/** The part of a list that a request asks for. */

/** Where a page starts, and how many records it may hold. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** A list that pages are cut from. */
export interface Listing<T> {
  readonly total: number;
  /** At most `limit` items from `offset` on. */
  readonly slice: (offset: number, limit: number) => T[];
}

/** The listing of items in an array. */
export function listingOf<T>(items: readonly T[]): Listing<T> {
  return { total: items.length, slice: (offset, limit) => items.slice(offset, offset + limit) };
}
