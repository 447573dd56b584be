/** One run of the suite on one sandbox, as the proof plans and reports it. */
import type { Dialect, TwinName } from '@outreach-api/sandbox';
import type { DrawnFault } from './faults/drawn-fault.ts';
import type { Verdict } from '@outreach-api/engine';
import type { DisturbanceName } from '../simulation/disturbances.ts';

/** How much of what cannot be undone a run may spend. */
export const budgets = {
  /** With less than this, the TEST and KEY rules are not tried. */
  smallest: { createApiKeys: 1, deliveries: 1 },
  /** Enough to try all TEST rules and most KEY rules. */
  small: { createApiKeys: 4, deliveries: 20 },
  /** What the guide on target files recommends: with room for what a gateway answers. */
  recommended: { createApiKeys: 13, deliveries: 28 },
  plenty: { createApiKeys: 60, deliveries: 120 },
} as const;

/** The name of a budget. */
export type BudgetName = keyof typeof budgets;

/** A sandbox to judge. All of it follows from `seed` and the named choices. */
export interface Job {
  /** Names the job in a report, and reruns it: `--only`. */
  readonly name: string;
  readonly seed: number;
  readonly twin: TwinName | null;
  /** A fault drawn from the table of operations, effects and circumstances, in place of a twin; none if not set. */
  readonly drawnFault?: DrawnFault;
  readonly dialect: Dialect;
  readonly webhooks: number;
  /** Whether the suite can have records created: then it fills a short list. */
  readonly provisions: boolean;
  readonly flood: boolean;
  readonly budget: BudgetName;
  /** What disturbs the run. */
  readonly disturbance: DisturbanceName;
  /** The most requests that the run may send; null: as many as it takes. */
  readonly maxRequests: number | null;
}

/** Whether a sandbox conforms: then nothing may fail on it. */
export function isConforming({ twin, drawnFault }: Job): boolean {
  return twin === null && drawnFault === undefined;
}

/** The result of a job. */
export interface JobResult {
  readonly job: Job;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Why rules failed or were undecided. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly seconds: number;
  /** How often the drawn fault showed; not set without one. */
  readonly shown?: number;
  /** A fault of the suite or of the sandbox; null if there was none. */
  readonly fault: string | null;
}
