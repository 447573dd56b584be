/** What `doctor` finds out about one part of the target file. */
import type { Target } from '../target/target.ts';

/** What was found out about one part of the target file. */
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
