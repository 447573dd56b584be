/** A rule: a statement, a pure judge, and the breaches that it must be able to catch. */
import type { Findings, Statements, Tested } from './tested.ts';
import type { Experiment, SeenRun } from './experiment.ts';
import { every, type Judgement } from './judgement.ts';
import type { Held, Reading } from './search.ts';
import { trialOf, tryExperiment, type Looking, type TrialContext, type TrialOutcome } from './trial.ts';

/** One experiment as a rule uses it. */
export interface Trial<On extends Tested> extends Looking<On> {
  run(context: TrialContext<On>): Promise<TrialOutcome<On['findings']>>;
  /** Whether the rule calls broken what a run of the experiment saw. */
  isBrokenIn(run: SeenRun): boolean;
}

/**
 * Turns what was seen into what a target with this defect would have shown, or into nothing if the defect cannot show
 * in this observation. Does not mutate its arguments.
 */
export type Breach<Given, Seen> = (seen: Seen, given: Given) => Seen | undefined;

/** What a broken target would have shown, each under the name of its defect. */
export type Breaches<Given, Seen> = Readonly<Record<string, Breach<Given, Seen>>>;

/** Named breaches that show only with something that the target's owner allows or provides. */
export interface BreachesWith<Given, Seen, On extends Tested> {
  readonly need: On['need'];
  readonly breaches: Breaches<Given, Seen>;
}

/** How a rule is written; see {@link defineRule}. */
export interface RuleDefinition<Given, Seen, On extends Tested> {
  /** The statement that the rule judges; level, sentence and section come from it. */
  readonly id: On['findings']['statement'];
  /** Where the observations come from. */
  readonly from: Experiment<Given, Seen, On> | readonly Experiment<Given, Seen, On>[];
  /**
   * Further experiments, which may break the rule, too: a verdict lacks nothing if they are not allowed.
   */
  readonly alsoFrom?: readonly Experiment<Given, Seen, On>[];
  /** What a verdict needs in addition: without it, some named breaches cannot be caught, but others can. */
  readonly decidedWith?: readonly On['need'][];
  /**
   * The requests to which the statement demands an answer: it is broken if such a request never gets one although the
   * run's controls are answered.
   */
  readonly demandsAnswer?: On['answerDemanded'];
  /** What the target's owner must have allowed or provided besides what the experiments need. */
  readonly needs?: readonly On['need'][];
  /**
   * Pure: the same observation gives the same judgement. It knows nothing about HTTP.
   *
   * An observation that says nothing about this statement is held; it also catches no breach, so it does not count.
   */
  judge(seen: Seen, given: Given): Judgement<On['findings']>;
  /**
   * Why an observation in which the statement held could not have shown some of the breaches, whatever was allowed and
   * provided; null if it could. It becomes a reason of a verdict that is undecided.
   */
  limitation?(seen: Seen, given: Given): string | null;
  /**
   * What a broken target would have shown, each under the name of its defect. The rule passes only if each is caught.
   */
  readonly breaches: Breaches<Given, Seen>;
  /**
   * Further breaches, which show only with what the target's owner need not allow or provide for the rule. Where he has
   * not, the rule does not claim to catch them; where he has, but a budget is too small for them, it is undecided.
   */
  readonly breachesWith?: readonly BreachesWith<Given, Seen, On>[];
  /**
   * Reads the exchanges of one run of any experiment, whoever sent them and why, as what this rule judges: only what
   * they say about the statement regardless of circumstances. It can add a breach, never a pass.
   */
  readonly evidence?: (
    exchanges: readonly On['findings']['exchangeSeen'][],
  ) => Iterable<readonly [seen: Seen, given: Given]>;
  /**
   * Set if each answer that is evidence breaks the statement by itself, whatever others do meanwhile: then several such
   * answers count even if none of them recurs.
   */
  readonly eachAnswerCounts?: true;
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
  /** See {@link RuleDefinition.eachAnswerCounts}. */
  readonly eachAnswerCounts: boolean;
}

/** How a rule reads the exchanges of a run. */
export interface ExchangeEvidence<Found extends Findings> {
  /** Null if they say nothing about the statement. */
  judge(exchanges: readonly Found['exchangeSeen'][]): Judgement<Found> | null;
  /** The named breaches that would have been caught in them. */
  caught(exchanges: readonly Found['exchangeSeen'][]): readonly string[];
}

/** Makes a rule from its description and the statements. */
export function defineRule<Given, Seen, On extends Tested>(
  statements: Statements<On['findings']>,
  definition: RuleDefinition<Given, Seen, On>,
): Rule<On> {
  const { level, section, says, quote } = statements[definition.id];
  const { id, breachesWith = [], alsoFrom = [], decidedWith = [] } = definition;
  const experiments: readonly Experiment<Given, Seen, On>[] = [
    ...('observe' in definition.from ? [definition.from] : definition.from),
    ...alsoFrom,
  ];
  const further = new Set(alsoFrom.map(({ name }) => name));
  const breaches: Breaches<Given, Seen> = Object.fromEntries(
    [definition, ...breachesWith].flatMap((one) => Object.entries(one.breaches)),
  );
  const complete = { ...definition, breaches };
  const trials = experiments.map((experiment) => trialFor(complete, experiment));
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
    eachAnswerCounts: definition.eachAnswerCounts ?? false,
  };
}

function trialFor<Given, Seen, On extends Tested>(
  definition: RuleDefinition<Given, Seen, On>,
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
  definition: RuleDefinition<Given, Seen, On>,
): Reading<Given, Seen, On> {
  return {
    rule: definition.id,
    forEvidence: false,
    judge: (observed, given) => (observed.kind === 'seen' ? definition.judge(observed.seen, given) : null),
    caught: (held) => caughtIn(definition, held),
    limitation: ({ seen, given }) => definition.limitation?.(seen, given) ?? null,
    demandsAnswer: definition.demandsAnswer ?? null,
  };
}

function evidenceOf<Given, Seen, On extends Tested>(
  definition: Pick<RuleDefinition<Given, Seen, On>, 'breaches' | 'judge'>,
  read: NonNullable<RuleDefinition<Given, Seen, On>['evidence']>,
): ExchangeEvidence<On['findings']> {
  return {
    judge: (exchanges) => {
      const sightings = [...read(exchanges)];
      if (sightings.length === 0) return null;
      return every(sightings.map(([seen, given]) => definition.judge(seen, given)));
    },
    caught: (exchanges) =>
      caughtIn(
        definition,
        Array.from(read(exchanges), ([seen, given]) => ({ seen, given })),
      ),
  };
}

/** The named breaches that would have been caught in one of the observations in which the statement held. */
function caughtIn<Given, Seen, On extends Tested>(
  { breaches, judge }: Pick<RuleDefinition<Given, Seen, On>, 'breaches' | 'judge'>,
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
