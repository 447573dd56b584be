/** The engine for one kind of thing that is tested. */
import { defineExperiment, seenAs, type Experiment, type ExperimentDefinition } from './experiment.ts';
import { judging, type Judging } from './judgement.ts';
import { defineRule, type RuleExperiments, type Rule } from './rule.ts';
import type { RuleDefinition } from './rule-definition.ts';
import type { Statements, Tested } from './tested.ts';

/** How experiments and rules on this are written. */
export interface EngineFor<On extends Tested> extends Judging<On['findings']> {
  /** Makes an experiment from its description. */
  readonly defineExperiment: <Given, Seen>(
    definition: ExperimentDefinition<Given, Seen, On>,
  ) => Experiment<Given, Seen, On>;
  /** Makes a rule from how it is written and the experiments that it judges. */
  readonly defineRule: <Seen, Given>(
    definition: RuleDefinition<Seen, Given, On>,
    experiments: RuleExperiments<NoInfer<Seen>, NoInfer<Given>, On>,
  ) => Rule<On>;
  /** The same experiment with its observations converted; see {@link seenAs}. */
  readonly seenAs: <Given, Seen, Other>(
    experiment: Experiment<Given, Seen, On>,
    change: (seen: Seen) => Other,
  ) => Experiment<Given, Other, On>;
}

/** The engine for what these statements are about. */
export function engineFor<On extends Tested>(statements: Statements<On['findings']>): EngineFor<On> {
  return {
    ...judging<On['findings']>(),
    defineExperiment,
    defineRule: (definition, experiments) => defineRule(statements, definition, experiments),
    seenAs,
  };
}
