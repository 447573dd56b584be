/** Observations from the history of an earlier run: nothing is sent. */
import type { AnswerDemanded } from '../rules/rule.ts';
import { keptRequest, refusedIn } from '../session/refused-requests.ts';
import {
  inputKey,
  mustBeOf,
  premiseOf,
  ProgressBoard,
  Stopped,
  trialKey,
  type BrokenByEvidence,
  type FreshFor,
  type InterferenceGuard,
  type Provided,
  type TrialName,
  type UnmetPremise,
} from '@outreach-api/engine';
import type {
  ExperimentDefinition,
  Observed,
  Preparation,
  ExchangeJudge,
  Source,
  Stage,
  RefusedRequests,
} from '../session/suite.ts';
import { completeTarget, type Target } from '../target/target.ts';
import type { Need } from '../rules/needs.ts';
import { providedBy } from '../target/needs.ts';
import { exchangeReader } from '../session/exchange-reader.ts';
import { phases } from '../session/phases.ts';
import { brokenIn, judgedBy } from '../session/history.ts';
import type { RunLine, TargetOnFile } from './history-line.ts';
import { fromPlainJson } from './plain-json.ts';
import type { WrittenHistory } from './read-history.ts';
import { RecalledExchanges } from './recalled-exchanges.ts';
import { RecalledGuard } from './recalled-guard.ts';

/** Answers all callers as the target did in the recorded run. */
export class RecordedSource implements Source {
  /** As it was then, its credentials replaced by placeholders. */
  readonly target: Target;
  readonly phases = phases;
  readonly progress = new ProgressBoard();
  readonly exchangeReader = exchangeReader;
  /** Without controls, no run is started. */
  readonly hasControls = true;
  readonly #history: WrittenHistory;
  readonly #exchanges: RecalledExchanges;
  /** The runs not yet used of each experiment and input, for all callers or for the rule that asked. */
  readonly #runs: ReadonlyMap<string, RunLine[]>;
  readonly #guards = new Map<string, RecalledGuard>();
  #judges: readonly ExchangeJudge[] = [];
  #broken: readonly (BrokenByEvidence & { readonly at: number })[] = [];
  /** How many lines are known by now: up to the end of a phase. */
  #known = 0;

  constructor(history: WrittenHistory) {
    this.#history = history;
    this.target = targetOf(history.header.target);
    this.#exchanges = new RecalledExchanges(history);
    const runs = history.lines
      .filter((line) => line.kind === 'run')
      .filter(({ outcome }) => outcome !== 'disturbed');
    this.#runs = Map.groupBy(runs, ({ experiment, given, freshFor }) =>
      keyOf(experiment, inputOf(given), freshFor),
    );
  }

  get provided(): Provided<Need> {
    return providedBy(this.target);
  }

  judgeExchangesBy(rules: readonly ExchangeJudge[]): void {
    this.#judges = rules;
    this.#broken = this.#history.lines.flatMap((line, at) => {
      if (line.kind !== 'run' || line.freshFor !== null || line.outcome === 'disturbed') return [];
      const input = { experiment: line.experiment, input: inputOf(line.given) };
      const exchanges = this.#exchanges.seen(line.exchanges);
      return brokenIn(input, rules, exchanges, this.#evidenceOf(line)).map((broken) => ({ ...broken, at }));
    });
  }

  recheckWhere(): void {
    // It was done then.
  }

  get brokenByEvidence(): readonly BrokenByEvidence[] {
    return this.#broken.filter(({ at }) => at < this.#known);
  }

  async observe<Given, Seen>(
    experiment: ExperimentDefinition<Given, Seen>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen>> {
    const runs = this.#runs.get(keyOf(experiment.name, inputKey(given), freshFor));
    const run = freshFor === null ? runs?.[0] : runs?.shift();
    return mustBeOf(experiment, run === undefined ? this.#missing(experiment.name) : this.#observed(run));
  }

  refused(demanded: AnswerDemanded): RefusedRequests | null {
    const { lines } = this.#history;
    const end = lines.findLastIndex(
      (line) => line.kind === 'stage' && line.ended !== 'flood' && line.ended !== 'observations',
    );
    const numbers = lines.slice(0, end + 1).flatMap((line) => (line.kind === 'exchange' ? line.n : []));
    const seen = this.#exchanges.seen(numbers);
    const kept = this.#exchanges
      .exchanges(numbers)
      .flatMap((exchange, at) => (seen[at] === undefined ? [] : keptRequest(exchange, seen[at])));
    return refusedIn(kept, demanded, this.target);
  }

  keep(): void {
    // Nothing is spent.
  }

  async prepare(_: Preparation, experiments: readonly string[]): Promise<UnmetPremise | null> {
    const unprepared = this.#history.lines.find(
      (line) => line.kind === 'unprepared' && line.experiments.some((name) => experiments.includes(name)),
    );
    return unprepared?.kind === 'unprepared' ? premiseOf(unprepared.why, unprepared.blockedBy) : null;
  }

  guard<Given, Seen>(_: ExperimentDefinition<Given, Seen>, trial: TrialName): InterferenceGuard {
    const key = trialKey(trial);
    const known = this.#guards.get(key);
    if (known !== undefined) return known;
    const answers = this.#history.lines.filter((line) => line.kind === 'guard');
    const guard = new RecalledGuard(answers.filter((line) => trialKey(line) === key));
    this.#guards.set(key, guard);
    return guard;
  }

  trialEnded(): void {
    // The recorded doubts show how far the run was then.
  }

  async stageEnded(stage: Stage): Promise<void> {
    const at = this.#history.lines.findIndex((line) => line.kind === 'stage' && line.ended === stage);
    if (at >= 0) this.#known = at;
  }

  whyDoubtful(trial: TrialName): UnmetPremise | null {
    const doubt = this.#history.lines.find(
      (line) => line.kind === 'doubt' && trialKey(line) === trialKey(trial),
    );
    return doubt?.kind === 'doubt' ? premiseOf(doubt.why, doubt.blockedBy) : null;
  }

  #observed(line: RunLine): Observed<unknown> {
    const { experiment, outcome, seen, leftOut = [], reason = '', blockedBy } = line;
    // A different error name would look like an experiment's own exception.
    if (outcome === 'fault') throw new Error(reason);
    if (outcome === 'stopped') throw new Stopped(reason);
    const exchanges = this.#exchanges.exchanges(line.exchanges);
    const evidence = this.#evidenceOf(line);
    return outcome === 'seen'
      ? { kind: 'seen', experiment, seen: fromPlainJson(seen), leftOut, exchanges, evidence }
      : {
          kind: 'unmet',
          experiment,
          reason,
          ...(blockedBy === undefined ? {} : { blockedBy }),
          exchanges,
          evidence,
        };
  }

  /** @throws Stopped if the run ended before */
  #missing(experiment: string): Observed<unknown> {
    const { stopped, cutShort } = this.#history.end;
    if (cutShort !== null) throw new Stopped(cutShort.text);
    if (stopped) throw new Stopped('the run was stopped');
    const reason = 'the history does not contain it';
    return { kind: 'unmet', experiment, reason, exchanges: [], evidence: new Map() };
  }

  #evidenceOf({ exchanges }: RunLine): Observed<unknown>['evidence'] {
    return judgedBy(this.#judges, this.#exchanges.seen(exchanges));
  }
}

function keyOf(experiment: string, input: string, freshFor: string | null): string {
  return `${freshFor ?? ''} ${experiment} ${input}`;
}

function inputOf(given: unknown): string {
  return inputKey(fromPlainJson(given));
}

/** The target of a history: its credentials are placeholders. */
function targetOf({ otherAccountToken, expiredToken, provision, ...target }: TargetOnFile): Target {
  return completeTarget({
    ...target,
    token: '$OUTREACH_TOKEN',
    otherAccountToken: otherAccountToken ? '$OUTREACH_OTHER_ACCOUNT_TOKEN' : null,
    expiredToken: expiredToken ? '$OUTREACH_EXPIRED_TOKEN' : null,
    provision: provision ? () => ({}) : null,
  });
}
