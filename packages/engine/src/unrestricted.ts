/** For a suite of one's own: everything is allowed, nobody else is at work, and one phase is enough. */
import { nothing } from './affordable-runs.ts';
import { LoneSource, type Lone } from './lone-source.ts';
import type { Provided } from './plan.ts';
import { ProgressBoard } from './progress.ts';
import type { Rule } from './rule.ts';
import { runRules, type RunOptions } from './run-rules.ts';
import type { Findings, Tested } from './tested.ts';
import type { RuleResult } from './verdict.ts';

/** What is found if no exchange is judged beside what probes see. */
export interface Found<
  Statement extends string,
  BreachValues extends object,
  Exchange = never,
> extends Findings {
  readonly exchange: Exchange;
  readonly exchangeSeen: never;
  readonly shownBy: never;
  readonly statement: Statement;
  readonly level: string;
  readonly breachValues: BreachValues;
}

/** Something under test on which everything is allowed. */
export interface Unrestricted extends Tested {
  readonly need: never;
  readonly answerDemanded: never;
  readonly phase: 'only';
  readonly cost: Record<string, never>;
}

const everything: Provided<never> = {
  allow: nothing,
  spare: { forRepetitions: nothing, forObservations: nothing },
  missing: () => [],
  wants: () => [],
};

/** How rules are run where everything is allowed. */
export interface UnrestrictedRun<On extends Unrestricted>
  extends Partial<Omit<RunOptions<On>, 'observe'>>, Required<Pick<Lone<On>, 'open' | 'resources'>> {}

/** Tries rules where everything is allowed, and gives their verdicts in the order of the rules. */
export async function runUnrestricted<On extends Unrestricted>(
  rules: readonly Rule<On>[],
  { open, resources, seed = 1, runs = null, path = null, ...options }: UnrestrictedRun<On>,
): Promise<readonly RuleResult<On['findings']>[]> {
  const source = new LoneSource<On>({
    phases: ['only'],
    provided: everything,
    progress: new ProgressBoard(),
    open,
    resources,
  });
  return runRules(source, rules, { seed, runs, path, ...options });
}
