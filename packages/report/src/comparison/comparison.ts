/** What differs between two reports. */
import type { Verdict } from '@outreach-api/engine';

/** One of two reports that are compared. */
export interface ComparedReport {
  /** The file that it was read from. */
  readonly file: string;
  readonly baseUrl: string;
  /** When the run began; empty if the report does not say. */
  readonly startedAt: string;
  readonly seed: number;
  readonly version: string;
}

/** A rule whose verdict differs. */
export interface VerdictChange {
  readonly id: string;
  readonly says: string;
  readonly before: Verdict;
  readonly after: Verdict;
  /** Why it is no longer a pass; null if it is one. */
  readonly reason: string | null;
  /** Whether the target itself differs: the rule was decided both times. */
  readonly drift: boolean;
}

/** Something that the description leaves open, and that differs. */
export interface ObservationChange {
  readonly id: string;
  readonly question: string;
  readonly before: string;
  readonly after: string;
  /** Both answers, e.g. `404 → 204`: the same for questions whose answers changed alike. */
  readonly changed: string;
  /** Whether the target itself differs: it was determined both times. */
  readonly drift: boolean;
}

/** A rule that only one of the reports has. */
export interface LoneRule {
  readonly id: string;
  readonly says: string;
  readonly verdict: Verdict;
}

/** An observation that only one of the reports has. */
export interface LoneObservation {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** What differs between two reports. */
export interface Comparison {
  readonly before: ComparedReport;
  readonly after: ComparedReport;
  /** How many changes are of the target itself: in both reports, with different results. */
  readonly drift: number;
  /** How many differences there are, including drift. */
  readonly differences: number;
  readonly verdicts: readonly VerdictChange[];
  readonly observations: readonly ObservationChange[];
  readonly rules: { readonly appeared: readonly LoneRule[]; readonly vanished: readonly LoneRule[] };
  readonly questions: {
    readonly appeared: readonly LoneObservation[];
    readonly vanished: readonly LoneObservation[];
  };
}
