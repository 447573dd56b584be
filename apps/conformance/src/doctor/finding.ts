/** What `doctor` finds out about one part of the target file. */
import type { Target } from '../target/target.ts';

/** What was determined about one part of the target file. */
export interface Finding {
  /** `FAILS` if it is given and does not work; a `note` is only for information. */
  readonly state: 'works' | 'FAILS' | 'not given' | 'note';
  /** The field of the target file, or what it is about. */
  readonly what: string;
  /** What was seen, and what to do if it does not work. */
  readonly text: string;
}

/** Findings, and the target without what does not work. */
export interface Examined {
  readonly findings: readonly Finding[];
  readonly usable: Target;
}

/** What reading the list of webhooks reveals about what a run can decide. */
export interface Revealed {
  /** Whether the list is too short for many rules, and stays so. */
  readonly isShort: boolean;
  readonly takesFilters: boolean;
  /** Whether a filterable field is null in some records. */
  readonly hasNullableField: boolean;
  /** Whether a page past the end of the list is shown. */
  readonly showsPastEnd: boolean;
}

/** Nothing stands in the way of a rule. */
export const allRevealed: Revealed = {
  isShort: false,
  takesFilters: true,
  hasNullableField: true,
  showsPastEnd: true,
};

/** The whole examination. */
export interface Examination extends Examined {
  /** Null if the target cannot be judged at all. */
  readonly revealed: Revealed | null;
}
