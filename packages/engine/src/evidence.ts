/** Confirms what exchanges show: repeats the run in which they broke a rule, for that rule. */
import type { Findings, Tested } from './tested.ts';
import type { PlannedTrial, PlanOptions } from './plan.ts';
import { pathIn } from './plan.ts';
import type { Rule } from './rule.ts';
import type { Source } from './source.ts';
import type { Looking, TrialOutcome } from './trial.ts';

/** The result of trying an experiment for a rule that its exchanges broke. */
export interface EvidenceFound<On extends Tested> {
  readonly rule: Rule<On>;
  readonly outcome: TrialOutcome<On['findings']>;
}

/** Where evidence comes from, and how it is tried. */
export interface EvidenceOptions<On extends Tested> extends PlanOptions {
  readonly seed: number;
  readonly planned: readonly PlannedTrial<On>[];
  /** Experiments that are tried for none of these rules, or for another reason. */
  readonly further: readonly Looking<On>[];
}

/** The maximum number of experiments repeated for one rule. */
const mostExperiments = 4;
/** This many sightings, each of which shows the breach by itself, are not accidental. */
const leastSightings = 4;

/** Confirms what exchanges show. */
export class EvidenceSearch<On extends Tested> {
  readonly #source: Source<On>;
  readonly #options: EvidenceOptions<On>;
  /** By rule: what was already tried for it. */
  readonly #tried = new Map<Rule<On>, Set<string>>();
  readonly #found: EvidenceFound<On>[] = [];

  constructor(source: Source<On>, options: EvidenceOptions<On>) {
    this.#source = source;
    this.#options = options;
  }

  /** The results for a rule so far. */
  for(rule: Rule<On>): readonly TrialOutcome<On['findings']>[] {
    const outcomes = this.#found.flatMap((found) => (found.rule === rule ? [found.outcome] : []));
    if (rule.eachAnswerCounts === false) return outcomes;
    if (rule.eachAnswerCounts === 'unless others write' && outcomes.some(mayBeByOthers)) return outcomes;
    const broken = this.#source.brokenByEvidence.filter(({ rule: id }) => id === rule.id);
    const answers = new Set(broken.flatMap((one) => one.answers)).size;
    const sightings = new Set(broken.flatMap((one) => one.sightings)).size;
    const most = Math.max(answers, sightings);
    return most >= leastSightings ? countedTogether(outcomes, most) : outcomes;
  }

  /** Repeats what has broken these rules since the last call. */
  async tryFor(rules: readonly Rule<On>[]): Promise<void> {
    await Promise.all(
      rules.filter(({ evidence }) => evidence !== null).map(async (rule) => this.#tryForRule(rule)),
    );
  }

  async #tryForRule(rule: Rule<On>): Promise<void> {
    const tried = this.#tried.get(rule) ?? new Set<string>();
    this.#tried.set(rule, tried);
    for (const [name, only] of this.#inputsFor(rule)) {
      const looking = this.#experiment(name);
      if (looking === undefined || tried.has(name) || tried.size === mostExperiments) continue;
      if (this.#source.provided.missing(looking.needs).length > 0) continue;
      tried.add(name);
      const outcome = await looking.tryForEvidence(rule, this.#contextOf(looking), only);
      this.#source.trialEnded({ rule: rule.id, experiment: name, forEvidence: true });
      if (outcome.breach !== null || outcome.fault !== undefined) this.#found.push({ rule, outcome });
      if ((outcome.breach?.times ?? 0) > 1 && outcome.breach?.doubt === undefined) return;
    }
  }

  /** The inputs that broke a rule, by experiment. If one counterexample is replayed, only that one. */
  #inputsFor({ id }: Rule<On>): ReadonlyMap<string, ReadonlySet<string> | null> {
    const { path } = this.#options;
    if (path !== null) return new Map([[path.slice(0, path.indexOf(':')), null]]);
    const broken = this.#source.brokenByEvidence.filter(({ rule }) => rule === id);
    return new Map(
      [...Map.groupBy(broken, ({ experiment }) => experiment)].map(([experiment, inputs]) => [
        experiment,
        new Set(inputs.map(({ input }) => input)),
      ]),
    );
  }

  #experiment(name: string): Looking<On> | undefined {
    const { planned, further } = this.#options;
    return [...planned.map(({ trial }) => trial), ...further].find(({ experiment }) => experiment === name);
  }

  #contextOf(looking: Looking<On>): Parameters<Looking<On>['tryForEvidence']>[1] {
    const { seed, runs, planned } = this.#options;
    const affordable = planned.find(({ trial }) => trial.experiment === looking.experiment)?.affordable;
    return {
      source: this.#source,
      seed,
      runs,
      affordable: affordable ?? Number.POSITIVE_INFINITY,
      path: pathIn(looking, this.#options),
      chosen: null,
    };
  }
}

function mayBeByOthers<Found extends Findings>({ breach }: TrialOutcome<Found>): boolean {
  return breach?.doubt === 'disturbed';
}

/** As one breach that was seen this often; the original breach if one of the inputs shows it again. */
function countedTogether<Found extends Findings>(
  outcomes: readonly TrialOutcome<Found>[],
  sightings: number,
): readonly TrialOutcome<Found>[] {
  const breaches = outcomes.flatMap(({ breach }) => breach ?? []);
  const outcome = outcomes.find(({ breach }) => breach !== null);
  if (!outcome?.breach || breaches.some(({ times, doubt }) => times > 1 && doubt === undefined))
    return outcomes;
  const held = breaches.reduce((sum, { times, tries }) => sum + tries - times, 0);
  const { doubt: _doubt, ...breach } = outcome.breach;
  return [{ ...outcome, breach: { ...breach, times: sightings, tries: sightings + held } }];
}
