/** The history of a run: the exchanges with the target, what experiments saw in them, and what both say. */
import type { BrokenByEvidence, FreshFor, SeenRun } from '@outreach-api/engine';
import type { Observed, ExchangeJudge } from './suite.ts';
import type { Judgement } from '../rules/breaches/breach-values.ts';
import type { Answer, Exchange } from '@outreach-api/model/records/exchange';
import type { Target } from '../target/target.ts';
import { Callers } from './callers.ts';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { HistoryListener, Outcome } from './history-listener.ts';
import { RecordWrites } from '../ledger/record-writes.ts';
import { ForeignUpdates } from './foreign-updates.ts';
import { keptRequest, type KeptRequest } from './refused-requests.ts';
import { RunLog } from './run-log.ts';

/** A run of an experiment, and its input. */
export interface ObservedInput {
  readonly run: RunLog;
  readonly experiment: string;
  readonly given: unknown;
  /** The input as {@link BrokenByEvidence} names it. */
  readonly input: string;
  readonly freshFor: FreshFor | null;
}

/**
 * The history of a run, which is append-only. Whole answers stay in memory until the experiment's run that they belong
 * to is judged; a listener may keep all of it.
 */
export class History {
  readonly callers: Callers;
  readonly writes = new RecordWrites();
  /** The requests of the run, in the order of their answers. */
  readonly requests: KeptRequest[] = [];
  readonly foreignUpdates = new ForeignUpdates();
  /** Is notified of everything; null if there is none. */
  listener: HistoryListener | null = null;
  /** The rules that take exchanges as evidence. */
  judges: readonly ExchangeJudge[] = [];
  /** Whether a rule is broken in what a run saw. */
  isBroken: (run: SeenRun) => boolean = () => false;
  readonly #shared = new Map<string, Promise<Observed<unknown>>>();
  readonly #broken: BrokenByEvidence[] = [];
  #runs = 0;

  constructor(target: Target) {
    this.callers = new Callers(target);
  }

  /** Begins a run of an experiment. */
  beginRun(): RunLog {
    this.#runs += 1;
    return new RunLog(this.#runs);
  }

  /** Adds an exchange. */
  exchanged(log: RunLog, exchange: Exchange, seen: ExchangeSeen, answer: Answer | null): void {
    log.add(exchange, seen);
    this.requests.push(keptRequest(exchange, seen));
    this.listener?.exchanged(log.number, exchange, seen, answer);
  }

  /** The result, or pending result, of an experiment's first run for one input; undefined if it was not tried. */
  known(experiment: string, input: string): Promise<Observed<unknown>> | undefined {
    return this.#shared.get(keyOf(experiment, input));
  }

  /** From now on, that is the known result for this input. */
  share(experiment: string, input: string, observing: Promise<Observed<unknown>>): void {
    this.#shared.set(keyOf(experiment, input), observing);
  }

  /** What rules say about the exchanges of a run. */
  judged({ seen }: RunLog): ReadonlyMap<string, Judgement> {
    return judgedBy(this.judges, seen);
  }

  /** Adds a run of an experiment that has ended. */
  ran(ended: ObservedInput, outcome: Outcome, evidence: ReadonlyMap<string, Judgement>): void {
    this.listener?.ran(ended, outcome);
    if (ended.freshFor === null) this.#broken.push(...brokenIn(ended, this.judges, ended.run.seen, evidence));
  }

  /** The evidence found that breaks a rule, in the order in which it was found. */
  get brokenByEvidence(): readonly BrokenByEvidence[] {
    return this.#broken;
  }
}

/** What rules say about exchanges; rules about which the exchanges say nothing are left out. */
export function judgedBy(
  rules: readonly ExchangeJudge[],
  exchanges: readonly ExchangeSeen[],
): ReadonlyMap<string, Judgement> {
  return new Map(
    rules.flatMap((rule) => {
      const judgement = rule.judgeExchanges(exchanges);
      return judgement === null ? [] : [[rule.id, judgement]];
    }),
  );
}

/** The rules that evidence from an input breaks, each with the answers that do so by themselves. */
export function brokenIn(
  { experiment, input }: Pick<BrokenByEvidence, 'experiment' | 'input'>,
  rules: readonly ExchangeJudge[],
  exchanges: readonly ExchangeSeen[],
  evidence: ReadonlyMap<string, Judgement>,
): readonly BrokenByEvidence[] {
  return rules
    .filter(({ id }) => evidence.get(id)?.kind === 'broken')
    .map((rule) => {
      const breaking = exchanges.filter((exchange) => rule.judgeExchanges([exchange])?.kind === 'broken');
      const answers = breaking.map(({ at, path, sent }) => JSON.stringify([at, path, sent]));
      return { rule: rule.id, experiment, input, answers, sightings: rule.brokenSightings(exchanges) };
    });
}

function keyOf(experiment: string, input: string): string {
  return `${experiment} ${input}`;
}
