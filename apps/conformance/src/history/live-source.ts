/** Observations of a live target. */
import type { AnswerDemanded } from '../rules/rule.ts';
import { refusedIn } from '../session/refused-requests.ts';
import {
  premiseOf,
  Stopped,
  trialKey,
  Unmet,
  type BrokenByEvidence,
  type FreshFor,
  type InterferenceGuard,
  type ProgressBoard,
  type Provided,
  type SeenRun,
  type Spendable,
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
import { LiveGuard } from '../account/live-guard.ts';
import type { Session } from '../session/session.ts';
import { exchangeReader } from '../session/exchange-reader.ts';
import { phases } from '../session/phases.ts';
import type { Need } from '../rules/needs.ts';
import { providedBy } from '../target/needs.ts';
import type { Budgeted } from '../target/spare-budgets.ts';
import { RecordedGuard } from './recorded-guard.ts';

const spendable = ['createApiKeys', 'deliveries'] as const;

/** Observations of a live target, recorded in the session's history. */
export class LiveSource implements Source {
  readonly phases = phases;
  readonly exchangeReader = exchangeReader;
  readonly #session: Session;
  /** How many requests had been sent when a trial ended. */
  readonly #sent = new Map<string, number>();
  readonly #doubted = new Set<string>();
  /** How many requests were answered before the flood, in which refusals are what is judged. */
  #beforeFlood = 0;
  #kept: Budgeted = { createApiKeys: 0, deliveries: 0 };

  constructor(session: Session) {
    this.#session = session;
  }

  get provided(): Provided<Need> {
    return providedBy(this.#session.target);
  }

  get progress(): ProgressBoard {
    return this.#session.state.progress;
  }

  get hasControls(): boolean {
    return this.#session.state.liveness.controls.length > 0;
  }

  get brokenByEvidence(): readonly BrokenByEvidence[] {
    return this.#session.state.history.brokenByEvidence;
  }

  judgeExchangesBy(rules: readonly ExchangeJudge[]): void {
    this.#session.state.history.judges = rules;
  }

  recheckWhere(isBroken: (run: SeenRun) => boolean): void {
    this.#session.state.history.isBroken = isBroken;
  }

  async observe<Given, Seen>(
    experiment: ExperimentDefinition<Given, Seen>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen>> {
    return this.#session.observe(experiment, given, freshFor);
  }

  refused(demanded: AnswerDemanded): RefusedRequests | null {
    const { history, target } = this.#session.state;
    return refusedIn(history.requests.slice(0, this.#beforeFlood), demanded, target);
  }

  keep({ createApiKeys = 0, deliveries = 0 }: Spendable): void {
    const { budgets } = this.#session.state;
    for (const budget of spendable) budgets.giveBack(budget, this.#kept[budget]);
    this.#kept = {
      createApiKeys: Math.min(createApiKeys, budgets.left('createApiKeys')),
      deliveries: Math.min(deliveries, budgets.left('deliveries')),
    };
    for (const budget of spendable) budgets.take(budget, this.#kept[budget]);
  }

  async prepare(preparation: Preparation, experiments: readonly string[]): Promise<UnmetPremise | null> {
    try {
      const touched = { reads: [], changes: ['webhooks'] } as const;
      await this.#session.locks.hold(touched, async () => preparation(this.#session));
      return null;
    } catch (error) {
      if (!(error instanceof Unmet || error instanceof Stopped)) throw error;
      const why = error instanceof Unmet ? error.premise : { message: error.message };
      this.#session.state.history.listener?.unprepared(experiments, why);
      return why;
    }
  }

  guard<Given, Seen>(experiment: ExperimentDefinition<Given, Seen>, trial: TrialName): InterferenceGuard {
    const live = new LiveGuard(this.#session, experiment);
    const { listener } = this.#session.state.history;
    return listener === null ? live : new RecordedGuard(live, trial, listener);
  }

  trialEnded(trial: TrialName): void {
    this.#sent.set(trialKey(trial), this.#session.state.requests.sent);
  }

  async stageEnded(stage: Stage): Promise<void> {
    await this.#session.state.liveness.check();
    // Deletions need profiles, and updates are over.
    if (stage !== 'flood' && stage !== 'observations')
      this.#beforeFlood = this.#session.state.history.requests.length;
    if (stage === 'change') await this.#session.fixtures.releaseWorkbench();
    this.#session.state.account.pages.forget();
    this.#session.state.history.listener?.stageEnded(stage);
  }

  whyDoubtful(trial: TrialName): UnmetPremise | null {
    const { liveness, cutShort, history } = this.#session.state;
    if (!liveness.isDoubtful(this.#sent.get(trialKey(trial)) ?? 0)) return null;
    const why = premiseOf(
      cutShort?.text ?? 'the run was stopped',
      cutShort?.why === 'machine' ? 'machine' : undefined,
    );
    if (!this.#doubted.has(trialKey(trial))) history.listener?.doubted(trial, why);
    this.#doubted.add(trialKey(trial));
    return why;
  }
}
