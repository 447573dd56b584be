/** Tries rules, phase by phase, and gives their verdicts. */
import type { Findings, Tested } from './tested.ts';
import { EvidenceSearch } from './evidence.ts';
import { nothing } from './affordable-runs.ts';
import type { Preparation } from './experiment.ts';
import { pathIn, planOf, spentIn, type Plan, type PlannedTrial, type PlanOptions } from './plan.ts';
import type { Rule, Trial } from './rule.ts';
import type { Source } from './source.ts';
import { timedTogether } from './timed-together.ts';
import type { FirstPass, Looking, TrialOutcome } from './trial.ts';
import { distinctPremises, type UnmetPremise } from './unmet.ts';
import { verdictOf, type RuleResult } from './verdict.ts';

/** Stands for the name of an experiment where no single one shows a breach. */
export const wholeRun = 'whole-run';

/** How rules are run. */
export interface RunOptions<On extends Tested> extends PlanOptions {
  readonly seed: number;
  /** Experiments of other rules, on which evidence may be replayed. None if not set. */
  readonly experiments?: readonly Looking<On>[];
  /**
   * Which inputs of each experiment are tried in a first pass through all phases, before a second one tries all. Null or
   * not set: there is one pass.
   */
  readonly firstPass?: FirstPass | null;
  /** Called with each verdict as soon as it is known. */
  readonly onResult?: (result: RuleResult<On['findings']>) => void;
}

/** What else is determined, which may bring further evidence. */
export interface FurtherWork<On extends Tested> {
  readonly experiments: readonly Looking<On>[];
  /** The phase before which {@link meanwhile} runs; null: it does not. */
  readonly before: On['phase'] | null;
  /** Resolves to whether it determined what it is there for, so that nothing need be held back for it. */
  meanwhile(): Promise<boolean>;
  /** Runs after everything else. */
  afterwards(): Promise<void>;
}

const nothingElse = {
  experiments: [],
  before: null,
  meanwhile: async () => false,
  afterwards: async () => undefined,
};

/** Tries rules and gives their verdicts, in the order of the rules. */
export async function runRules<On extends Tested>(
  source: Source<On>,
  rules: readonly Rule<On>[],
  options: RunOptions<On>,
  work: FurtherWork<On> = nothingElse,
): Promise<readonly RuleResult<On['findings']>[]> {
  const plan = planOf(source.provided, rules, options);
  source.keep(plan.held);
  source.judgeExchangesBy(
    rules.flatMap(({ id, evidence }) =>
      evidence === null
        ? []
        : [
            {
              id,
              judgeExchanges: (exchanges) => evidence.judge(exchanges),
              brokenSightings: (exchanges) => evidence.broken(exchanges),
            },
          ],
    ),
  );
  const trials = Map.groupBy(plan.trials, ({ trial }) => trial.experiment);
  source.recheckWhere((run) => (trials.get(run.experiment) ?? []).some(({ trial }) => trial.isBrokenIn(run)));
  const further = [...work.experiments, ...(options.experiments ?? [])];
  const run = new RuleRun(source, rules, plan, options, further);
  try {
    run.prepare();
    if (options.firstPass != null) await run.tryFirst(options.firstPass);
    for (const [at, phase] of source.phases.entries()) {
      if (phase === work.before) {
        source.keep(spentIn(source.phases.slice(at), plan));
        source.keep((await work.meanwhile()) ? nothing : plan.held);
      }
      await run.tryPhase(phase);
    }
  } finally {
    source.keep(nothing);
  }
  await work.afterwards();
  await run.end();
  return run.results;
}

/** The state of one run of rules. */
class RuleRun<On extends Tested> {
  readonly #source: Source<On>;
  readonly #rules: readonly Rule<On>[];
  readonly #plan: readonly PlannedTrial<On>[];
  readonly #options: RunOptions<On>;
  /** Why what trials want to look at could not be prepared; null if it could. */
  readonly #preparing = new Map<Preparation<On>, Promise<UnmetPremise | null>>();
  readonly #outcomes = new Map<Trial<On>, TrialOutcome<On['findings']>>();
  readonly #seconds = new Map<Trial<On>, number>();
  readonly #evidence: EvidenceSearch<On>;
  readonly #results = new Map<Rule<On>, RuleResult<On['findings']>>();

  constructor(
    source: Source<On>,
    rules: readonly Rule<On>[],
    plan: Plan<On>,
    options: RunOptions<On>,
    further: readonly Looking<On>[],
  ) {
    this.#source = source;
    this.#rules = rules;
    this.#plan = plan.trials;
    this.#options = options;
    this.#evidence = new EvidenceSearch(source, { ...options, planned: plan.trials, further });
    source.progress.expect(rules.length);
  }

  /** In the order of the rules. */
  get results(): readonly RuleResult<On['findings']>[] {
    return this.#rules.flatMap((rule) => this.#results.get(rule) ?? []);
  }

  /** Starts preparing what planned trials want to look at: others are tried meanwhile. */
  prepare(): void {
    this.#source.progress.begin('preparing');
    const preparations = Map.groupBy(this.#plan, ({ trial }) => trial.prepare);
    for (const [preparation, planned] of preparations) {
      if (preparation === null) continue;
      const names = [...new Set(planned.map(({ trial }) => trial.experiment))];
      this.#preparing.set(preparation, this.#source.prepare(preparation, names));
    }
  }

  /** Tries some inputs of all phases. What they leave undecided, a later pass may decide. */
  async tryFirst(firstPass: FirstPass): Promise<void> {
    for (const phase of this.#source.phases) {
      const planned = this.#plannedFor(phase).filter(({ trial }) => trial.experiment in firstPass);
      if (planned.length === 0) continue;
      this.#source.progress.begin(phase);
      await this.#tryAll(planned, firstPass);
      await this.#lookForEvidence();
    }
    await this.#source.stageEnded('first pass');
  }

  /** Tries what is planned for a phase, then what its exchanges show, and decides what can be decided. */
  async tryPhase(phase: On['phase']): Promise<void> {
    this.#source.progress.begin(phase);
    await this.#tryAll(this.#plannedFor(phase), null);
    await this.#source.stageEnded(phase);
    await this.#lookForEvidence();
    const { phases } = this.#source;
    const later = new Set<On['phase'] | undefined>(phases.slice(phases.indexOf(phase) + 1));
    const waiting = new Set(
      this.#plan.flatMap(({ rule, trial }) => (later.has(this.#phaseOf(trial)) ? [rule] : [])),
    );
    for (const rule of this.#rules) if (!waiting.has(rule)) this.#decide(rule, false);
  }

  #plannedFor(phase: On['phase']): readonly PlannedTrial<On>[] {
    return this.#plan.filter(({ trial }) => this.#phaseOf(trial) === phase);
  }

  async #tryAll(planned: readonly PlannedTrial<On>[], firstPass: FirstPass | null): Promise<void> {
    const took = await timedTogether(planned.map((one) => async () => this.#try(one, firstPass)));
    for (const [at, { trial }] of planned.entries())
      this.#seconds.set(trial, (this.#seconds.get(trial) ?? 0) + (took[at] ?? 0));
  }

  #phaseOf({ phase }: Trial<On>): On['phase'] | undefined {
    return phase ?? this.#source.phases[0];
  }

  /** Decides what is left, by all evidence. */
  async end(): Promise<void> {
    await this.#source.stageEnded('observations');
    await this.#lookForEvidence();
    for (const rule of this.#rules) this.#decide(rule, true);
  }

  /** A rule that an earlier phase found broken is not tried again: each try may cost the target something. */
  async #try({ rule, trial, affordable }: PlannedTrial<On>, firstPass: FirstPass | null): Promise<void> {
    if (this.#resultOf(rule).verdict === 'fail') return;
    const why = trial.prepare === null ? null : ((await this.#preparing.get(trial.prepare)) ?? null);
    const path = pathIn(trial, this.#options);
    const { seed, runs } = this.#options;
    const chosen = firstPass?.[trial.experiment] ?? null;
    const outcome = await trial.run({ source: this.#source, seed, runs, affordable, path, chosen });
    const explained = why === null ? outcome : { ...outcome, unmet: [...outcome.unmet, why] };
    this.#outcomes.set(trial, withFirstPass(explained, this.#outcomes.get(trial)));
    this.#source.trialEnded({ rule: rule.id, experiment: trial.experiment, forEvidence: false });
  }

  async #lookForEvidence(): Promise<void> {
    const open = this.#rules.filter(
      (rule) => !this.#results.has(rule) && this.#resultOf(rule).verdict !== 'fail',
    );
    await this.#evidence.tryFor(open);
  }

  /** Until the end, further evidence may break a rule that is not broken yet. */
  #decide(rule: Rule<On>, isEnd: boolean): void {
    if (this.#results.has(rule)) return;
    const result = this.#resultOf(rule, isEnd);
    const mayBeBroken = rule.evidence !== null || rule.demandsSuccess !== null;
    if (!isEnd && mayBeBroken && result.verdict !== 'fail') return;
    this.#results.set(rule, result);
    this.#source.progress.decided();
    this.#options.onResult?.(result);
  }

  /** @param isEnd - whether the run is over, so that all of it shows what was refused */
  #resultOf(rule: Rule<On>, isEnd = false): RuleResult<On['findings']> {
    const own = rule.trials.flatMap((trial) => {
      const outcome = this.#outcomes.get(trial);
      return outcome === undefined ? [] : this.#withDoubt(rule, outcome, false);
    });
    const evidence = this.#evidence.for(rule).map((outcome) => this.#withDoubt(rule, outcome, true));
    const { provided } = this.#source;
    const outcomes = [...own, ...evidence, ...(isEnd ? this.#refusedFor(rule) : [])];
    const skipped = outcomes.length === 0 ? this.#leastMissing(rule) : provided.missing(rule.needs);
    const claimed = rule.breachNames.filter((name) => {
      const need = rule.needsOfBreaches.get(name);
      return need === undefined || provided.missing([need]).length === 0;
    });
    const wants = provided.wants(rule.needs);
    const seconds = rule.trials.reduce((sum, trial) => sum + (this.#seconds.get(trial) ?? 0), 0);
    return { ...verdictOf(rule, outcomes, { skipped, claimed }, seconds), wants };
  }

  /** What the whole run shows of requests that should have succeeded. */
  #refusedFor({ demandsSuccess }: Rule<On>): readonly TrialOutcome<On['findings']>[] {
    const refused = demandsSuccess === null ? null : this.#source.refused(demandsSuccess);
    if (refused === null) return [];
    const breach = { ...refused, given: null, costly: false, path: `${wholeRun}:` };
    return [
      { experiment: wholeRun, runs: 0, unmet: [], breach, caught: [], isBrokenOff: false, fault: undefined },
    ];
  }

  /** What the experiment needs that lacks least. */
  #leastMissing({ trials }: Rule<On>): readonly string[] {
    const { provided } = this.#source;
    const [least = []] = trials
      .filter(({ repeatsLook }) => !repeatsLook)
      .map(({ needs }) => provided.missing(needs))
      .toSorted((one, other) => one.length - other.length);
    return least;
  }

  /** What was seen once the target no longer answered as before neither breaks a rule nor supports it. */
  #withDoubt(
    { id }: Rule<On>,
    outcome: TrialOutcome<On['findings']>,
    forEvidence: boolean,
  ): TrialOutcome<On['findings']> {
    const why = this.#source.whyDoubtful({ rule: id, experiment: outcome.experiment, forEvidence });
    if (why === null) return outcome;
    return {
      ...outcome,
      runs: 0,
      caught: [],
      breach:
        outcome.breach === null ? null : { ...outcome.breach, doubt: outcome.breach.doubt ?? 'locked out' },
      unmet: distinctPremises([...outcome.unmet, why]),
    };
  }
}

/** The outcome of the last pass, with what only the first one has seen: the last may have been stopped before that. */
function withFirstPass<Found extends Findings>(
  last: TrialOutcome<Found>,
  first: TrialOutcome<Found> | undefined,
): TrialOutcome<Found> {
  if (first === undefined || last.breach !== null) return last;
  return {
    ...last,
    runs: Math.max(first.runs, last.runs),
    unmet: distinctPremises([...first.unmet, ...last.unmet]),
    caught: last.isBrokenOff ? [] : [...new Set([...first.caught, ...last.caught])],
  };
}
