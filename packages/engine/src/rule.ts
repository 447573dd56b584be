/** A rule, ready to be tried: as it was written, with the experiments whose observations it judges. */
import type { Findings, Statements, Tested } from './tested.ts';
import type { Experiment, SeenRun } from './experiment.ts';
import { every, type Judgement } from './judgement.ts';
import type { Breaches, RuleDefinition } from './rule-definition.ts';
import type { Held, Reading } from './search.ts';
import { trialOf, tryExperiment, type Looking, type TrialContext, type TrialOutcome } from './trial.ts';

/** One experiment as a rule uses it. */
export interface Trial<On extends Tested> extends Looking<On> {
  run(context: TrialContext<On>): Promise<TrialOutcome<On['findings']>>;
  /** Whether the rule calls broken what a run of the experiment saw. */
  isBrokenIn(run: SeenRun): boolean;
}

/** The experiments whose observations a rule judges. */
export interface RuleExperiments<Seen, Given, On extends Tested> {
  readonly from: readonly Experiment<Given, Seen, On>[];
  /**
   * Further experiments, which may break the rule, too: a verdict lacks nothing if they are not allowed.
   */
  readonly alsoFrom?: readonly Experiment<Given, Seen, On>[];
  /** What a verdict needs in addition: without it, some named breaches cannot be caught, but others can. */
  readonly decidedWith?: readonly On['need'][];
}

/** A rule as reports show it. */
export interface RuleText<Found extends Findings> {
  readonly id: Found['statement'];
  readonly level: Found['level'];
  readonly section: string;
  readonly says: string;
  /** The words of the description that the statement rests on. */
  readonly quote: string;
  readonly breachNames: readonly string[];
}

/** A rule of the suite, ready to be tried. */
export interface Rule<On extends Tested> extends RuleText<On['findings']> {
  readonly trials: readonly Trial<On>[];
  /** What a verdict on it needs, each once: a repeated look or a further experiment may lack what it needs. */
  readonly needs: readonly On['need'][];
  /** What some named breaches need in addition: where it is not met, they are not claimed. */
  readonly needsOfBreaches: ReadonlyMap<string, On['need']>;
  /** What the exchanges of a run say about the statement; null if the rule takes none as evidence. */
  readonly evidence: ExchangeEvidence<On['findings']> | null;
  /** See {@link RuleDefinition.demandsSuccess}; null if the statement demands none. */
  readonly demandsSuccess: On['answerDemanded'] | null;
  /** See {@link RuleDefinition.eachAnswerCounts}. */
  readonly eachAnswerCounts: boolean | 'unless others write';
}

/** How a rule reads the exchanges of a run. */
export interface ExchangeEvidence<Found extends Findings> {
  /** Null if they say nothing about the statement. */
  judge(exchanges: readonly Found['exchangeSeen'][]): Judgement<Found> | null;
  /** What they show of the statement that breaks it, each under a name that only equal sightings share. */
  broken(exchanges: readonly Found['exchangeSeen'][]): readonly string[];
  /** The named breaches that would have been caught in them. */
  caught(exchanges: readonly Found['exchangeSeen'][]): readonly string[];
}

/** Makes a rule from the statements, how it is written, and the experiments that it judges. */
export function defineRule<Seen, Given, On extends Tested>(
  statements: Statements<On['findings']>,
  definition: RuleDefinition<Seen, Given, On>,
  { from, alsoFrom = [], decidedWith = [] }: RuleExperiments<Seen, Given, On>,
): Rule<On> {
  const { level, section, says, quote } = statements[definition.id];
  const { id, breachesWith = [] } = definition;
  const further = new Set(alsoFrom.map(({ name }) => name));
  const breaches: Breaches<Seen, Given> = Object.fromEntries(
    [definition, ...breachesWith].flatMap((one) => Object.entries(one.breaches)),
  );
  const complete = { ...definition, breaches };
  const trials = [...from, ...alsoFrom].map((experiment) => trialFor(complete, experiment));
  return {
    id,
    level,
    section,
    says,
    quote,
    breachNames: Object.keys(breaches),
    trials,
    needs: [
      ...new Set([
        ...trials.flatMap(({ repeatsLook, needs, experiment }) =>
          repeatsLook || further.has(experiment) ? [] : needs,
        ),
        ...decidedWith,
      ]),
    ],
    needsOfBreaches: new Map(
      breachesWith.flatMap(({ need, breaches: some }) => Object.keys(some).map((name) => [name, need])),
    ),
    evidence: definition.evidence === undefined ? null : evidenceOf(complete, definition.evidence),
    demandsSuccess: definition.demandsSuccess ?? null,
    eachAnswerCounts: definition.eachAnswerCounts ?? false,
  };
}

function trialFor<Given, Seen, On extends Tested>(
  definition: RuleDefinition<Seen, Given, On>,
  experiment: Experiment<Given, Seen, On>,
): Trial<On> {
  const trial = trialOf(experiment);
  return {
    ...trial,
    needs: [...trial.needs, ...(definition.needs ?? [])],
    run: async (context) => tryExperiment(ownReading(definition), experiment, context),
    isBrokenIn: (seenRun) => {
      const own = experiment.read(seenRun);
      return own !== null && definition.judge(own.seen, own.given).kind === 'broken';
    },
  };
}

function ownReading<Given, Seen, On extends Tested>(
  definition: RuleDefinition<Seen, Given, On>,
): Reading<Given, Seen, On> {
  return {
    rule: definition.id,
    forEvidence: false,
    judge: (observed, given) => (observed.kind === 'seen' ? definition.judge(observed.seen, given) : null),
    caught: (held) => caughtIn(definition, held),
    limitation: ({ seen, given }) => definition.limitation?.(seen, given) ?? null,
    demandsAnswer: definition.demandsAnswer ?? null,
    countsUnlessOthersWrite: false,
  };
}

function evidenceOf<Given, Seen, On extends Tested>(
  definition: Pick<RuleDefinition<Seen, Given, On>, 'breaches' | 'judge'>,
  read: NonNullable<RuleDefinition<Seen, Given, On>['evidence']>,
): ExchangeEvidence<On['findings']> {
  return {
    judge: (exchanges) => {
      const sightings = [...read(exchanges)];
      if (sightings.length === 0) return null;
      return every(sightings.map(([seen, given]) => definition.judge(seen, given)));
    },
    broken: (exchanges) =>
      Array.from(read(exchanges))
        .filter(([seen, given]) => definition.judge(seen, given).kind === 'broken')
        .map((sighting) => JSON.stringify(sighting)),
    caught: (exchanges) =>
      caughtIn(
        definition,
        Array.from(read(exchanges), ([seen, given]) => ({ seen, given })),
      ),
  };
}

/** The named breaches that would have been caught in one of the observations in which the statement held. */
function caughtIn<Given, Seen, On extends Tested>(
  { breaches, judge }: Pick<RuleDefinition<Seen, Given, On>, 'breaches' | 'judge'>,
  held: readonly Held<Given, Seen>[],
): readonly string[] {
  return Object.entries(breaches)
    .filter(([, breach]) =>
      held.some(({ given, seen }) => {
        const broken = breach(seen, given);
        return broken !== undefined && judge(broken, given).kind === 'broken';
      }),
    )
    .map(([name]) => name);
}
