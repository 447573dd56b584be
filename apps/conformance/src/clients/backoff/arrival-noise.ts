/** How much later than they were sent requests may arrive, by what a calibration client showed. */

import { durationInWords } from './duration-in-words.ts';

/**
 * How late the requests of a calibration client arrived that ran beside the client under test, in milliseconds; null
 * where nothing was calibrated.
 */
export type ArrivalNoise = readonly number[] | null;

/** By so much a request may seem to come early: timers that fire before their time, and clocks that are rounded. */
export const earlyMs = 20;
/** By such a share a wait may be shorter than it was meant to be. */
export const earlyShare = 0.01;

/** How long a client takes for itself, beside all that a calibration client shows. */
const ownLatenessMs = 100;
/** How late a first retry was seen to be on a machine at work, and twice of it to be safe. */
const uncalibratedMs = 300;
const leastSamples = 10;
const usualShare = 0.9;
const mostShare = 0.99;
const quietMs = 150;

/** How late a request may arrive, by what a calibration client showed. */
export interface Lateness {
  /** A wait that was longer by more than this was meant to be longer. */
  readonly mostMs: number;
  /** A wait that was longer by more than this is rare where it was not meant to be longer. */
  readonly usualMs: number;
  /** Null where the machine was quiet enough to say of a client that it comes later than it declares. */
  readonly unknown: string | null;
}

/** How late a request may arrive. */
export function latenessOf(noise: ArrivalNoise): Lateness {
  if (noise === null || noise.length < leastSamples) {
    const unknown = 'no calibration client ran beside it';
    return { mostMs: uncalibratedMs, usualMs: uncalibratedMs, unknown };
  }
  const most = quantile(noise, mostShare);
  return {
    mostMs: ownLatenessMs + 2 * most,
    usualMs: ownLatenessMs + quantile(noise, usualShare),
    unknown:
      most <= quietMs
        ? null
        : `the machine was busy: a calibration client beside it came ${durationInWords(most)} late`,
  };
}

/** The lateness that such a share of the samples does not exceed; of few samples the longest. */
function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return Math.max(0, sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}
