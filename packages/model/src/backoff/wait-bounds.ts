/** What the bounds of a wait depend on, and what they are. */

/** Bounds of a wait, in milliseconds. */
export interface WaitBounds {
  readonly low: number;
  readonly high: number;
}

/** A wait, by its place in a sequence. */
export interface WaitPlace {
  /** The number of the retry that it precedes, starting at 1. */
  readonly retry: number;
  /** The waits before the earlier retries, in milliseconds; null if they are unknown or the service set one of them. */
  readonly earlierMs: readonly number[] | null;
}

/** How early a request may seem to come: timers fire early, and clocks are rounded. */
export const earlyMs = 20;
/** By what fraction a wait may be shorter than intended. */
export const earlyShare = 0.01;
