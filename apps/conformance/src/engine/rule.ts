/** A rule: a statement, a pure judge, and the breaches that it must be able to catch. */
import { statements, type StatementId } from '../generated/statements.ts';
import type { Experiment } from './experiment.ts';
import type { Judgement } from './judgement.ts';
import type { AnswerDemanded } from './silence.ts';
import { inputsOf, tryExperiment, type TrialContext, type TrialOutcome } from './trial.ts';
import type { Need } from '../target/needs.ts';
import type { Cost, Phase, Preparation } from './experiment.ts';

/**
 * Turns what was seen into what a target with this defect would have shown, or into nothing where this
 * observation has no place for the defect.
 */
export type Breach<Given, Seen> = (seen: Seen, given: Given) => Seen | undefined;

/** How a rule is written; see {@link defineRule}. */
export interface RuleDefinition<Given, Seen> {
  /** The statement that the rule judges; level, sentence and section come from there. */
  readonly id: StatementId;
  /** Where the observations come from. */
  readonly from: Experiment<Given, Seen> | readonly Experiment<Given, Seen>[];
  /**
   * The requests to which the statement demands an answer: where such a one gets none each time, while the controls of
   * the run are answered, it is broken.
   */
  readonly demandsAnswer?: AnswerDemanded;
  /** What the target's owner must have allowed or provided besides what the experiments need. */
  readonly needs?: readonly Need[];
  /**
   * Pure: the same observation gives the same judgement. It knows nothing of HTTP.
   *
   * An observation that says nothing about this statement is held; it also catches no breach, so it does not count.
   */
  judge(seen: Seen, given: Given): Judgement;
  /** What a broken target would have shown, each under the name of its defect. The rule passes only where each is caught. */
  readonly breaches: Readonly<Record<string, Breach<Given, Seen>>>;
}

/** One experiment as a rule uses it. */
export interface Trial {
  readonly experiment: string;
  readonly needs: readonly Need[];
  readonly phase: Phase;
  readonly cost: Cost;
  /** See {@link Preparation}; null where there is nothing to prepare. */
  readonly prepare: Preparation | null;
  /** See {@link inputsOf}. */
  inputs(runs: number | null): number;
  run(context: TrialContext): Promise<TrialOutcome>;
}

/** A rule of the suite, ready to be tried. */
export interface Rule {
  readonly id: StatementId;
  readonly level: (typeof statements)[StatementId]['level'];
  readonly section: string;
  readonly says: string;
  readonly breachNames: readonly string[];
  readonly trials: readonly Trial[];
}

/** Makes a rule of its description. */
export function defineRule<Given, Seen>(definition: RuleDefinition<Given, Seen>): Rule {
  const { level, section, says } = statements[definition.id];
  const experiments: readonly Experiment<Given, Seen>[] =
    'observe' in definition.from ? [definition.from] : definition.from;
  return {
    id: definition.id,
    level,
    section,
    says,
    breachNames: Object.keys(definition.breaches),
    trials: experiments.map((experiment) => ({
      experiment: experiment.name,
      needs: [...experiment.needs, ...(definition.needs ?? [])],
      phase: experiment.phase,
      cost: experiment.cost ?? {},
      prepare: experiment.prepare ?? null,
      inputs: (runs) => inputsOf(experiment, runs),
      run: async (context) => tryExperiment(definition, experiment, context),
    })),
  };
}
