/** What a process that tries mutants is asked to do, and what it reports. */
import type { Verdict } from '@outreach-api/engine';
import type { ScriptedAnswer } from './asker.ts';
import type { RecordedExchange } from './recording.ts';

/** The script or a run of the suite, in one world. */
export interface Trial {
  readonly world: string;
  readonly what: 'script' | 'run';
  /** The groups of rules that a run judges; all if empty. */
  readonly groups: readonly string[];
}

/** A trial, with or without a mutant. */
export interface Task extends Trial {
  /** The id of the mutant; null if none. */
  readonly mutant: string | null;
  /** How often the mutant may be hit, so that an endless loop ends; null if unlimited. */
  readonly mostHits: number | null;
}

/** The outcome of a run. */
export interface TaskVerdicts {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Why rules failed or were undecided. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Why the run could not be done (exit 2); null if it could. */
  readonly undone: string | null;
}

/** The outcome of a task. */
export interface TaskResult extends TaskVerdicts {
  /** All traffic. */
  readonly traffic: readonly RecordedExchange[];
  /** The described part of it; only for the script. */
  readonly answers: readonly ScriptedAnswer[];
  /** How often each mutant was hit, by its id. */
  readonly hits: Readonly<Record<string, number>>;
  /** The ids of mutants that are hit while the modules are loaded: they are tried in a separate process. */
  readonly atStart: readonly string[];
  /** What was thrown; null if nothing was. */
  readonly fault: string | null;
}
