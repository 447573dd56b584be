/** What a process that tries mutants is asked to do, and what it tells. */
import type { Verdict } from '../../src/engine/verdict.ts';
import type { Said } from './asker.ts';
import type { Heard } from './recording.ts';

/** The script or a run of the suite, in one world. */
export interface Trial {
  readonly world: string;
  readonly what: 'script' | 'run';
  /** The groups of rules that a run judges by; none: all. */
  readonly groups: readonly string[];
}

/** A trial, with or without a mutant. */
export interface Task extends Trial {
  /** The mutant by its id; null: none. */
  readonly mutant: string | null;
  /** How often the mutant's place may be passed, so that an endless loop ends; null: as often as it comes. */
  readonly mostHits: number | null;
}

/** What came of a run. */
export interface TaskVerdicts {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Why rules failed or could not tell. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Why the run could not be done (exit 2); null where it could. */
  readonly undone: string | null;
}

/** What came of a task. */
export interface TaskResult extends TaskVerdicts {
  /** All that passed. */
  readonly heard: readonly Heard[];
  /** What of it the description speaks of; of the script only. */
  readonly said: readonly Said[];
  /** How often the place of each mutant was passed, by its id. */
  readonly hits: Readonly<Record<string, number>>;
  /** The ids of mutants whose place is passed while the modules are loaded: a process of their own tries them. */
  readonly atStart: readonly string[];
  /** What was thrown; null where nothing was. */
  readonly fault: string | null;
}
