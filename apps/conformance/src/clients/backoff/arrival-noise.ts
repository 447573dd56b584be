/** How late requests may arrive after they were sent, as measured by a calibration client. */

import { durationInWords } from '@outreach-api/model/backoff/duration-in-words';

/**
 * How late the requests of a calibration client arrived that ran alongside the client under test, in milliseconds; null
 * if there was no calibration.
 */
export type ArrivalNoise = readonly number[] | null;

/** The overhead of a client itself, beyond what a calibration client shows. */
const ownLatenessMs = 100;
/** Twice the lateness of a first retry as measured on a busy machine, to be safe. */
const uncalibratedMs = 300;
const leastSamples = 10;
const usualShare = 0.9;
const mostShare = 0.99;
const quietMs = 150;

/** How late a request may arrive, as measured by a calibration client. */
export interface Lateness {
  /** A wait that was longer by more than this was intended to be longer. */
  readonly mostMs: number;
  /** A wait that was longer by more than this is rare unless it was intended to be longer. */
  readonly usualMs: number;
  /** Null if the machine was quiet enough to say that a client retries later than it declares. */
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

/** The lateness that this fraction of the samples does not exceed; for few samples, the maximum. */
function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return Math.max(0, sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}
