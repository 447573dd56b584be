/** What a probe works with: operations as any caller, records, a receiver. */
import { Unmet, whereUnmet, type Clock, type FreshFor, type Recheck } from '@outreach-api/engine';
import type { ExperimentDefinition, Observed, Observer } from './suite.ts';
import { observeLive } from './observe-live.ts';
import { RunLog } from './run-log.ts';
import type { Target } from '../target/target.ts';
import { Api } from './api.ts';
import { bearer, type Credential } from '@outreach-api/model/records/credential';
import { mainCaller, type Exchange } from '@outreach-api/model/records/exchange';
import { Barrier, BarrierParty } from '@outreach-api/wire/barrier';
import type { Network } from '@outreach-api/wire/network';
import { Receiver } from '@outreach-api/wire/receiver';
import type { RequestListener } from '@outreach-api/wire/request-listener';
import { Secrets } from '@outreach-api/masking/secrets';
import { SessionState } from './session-state.ts';
import { sockets } from '@outreach-api/wire/sockets';
import { Fixtures } from './fixtures.ts';

/** Sends requests, the first of which must reach the target at the same time as others. */
export type Sending<Result> = (session: Session) => Promise<Result>;

/** Where a session stands within another. */
interface Place {
  readonly log?: RunLog;
  readonly party?: BarrierParty | null;
  readonly recalls?: boolean;
  readonly caller?: Credential | null;
}

/**
 * What a probe works with: the target's operations as any caller, records to work on, a receiver of webhook calls. Each
 * run of a probe gets a session of its own that keeps its exchanges; everything else is shared.
 */
export class Session implements Observer {
  readonly state: SessionState;
  readonly fixtures: Fixtures;
  readonly log: RunLog;
  /** Why this run looked at only a part of what it was meant to look at. */
  readonly leftOut: string[] = [];
  readonly #origin: Session;
  readonly #party: BarrierParty | null;
  readonly #recalls: boolean;
  /** The caller; null: the key of the target file. */
  readonly #caller: Credential | null;
  #receiver: Promise<Receiver> | undefined;

  private constructor(state: SessionState, fixtures: Fixtures, origin: Session | null, at: Place = {}) {
    this.state = state;
    this.fixtures = fixtures;
    this.log = at.log ?? new RunLog(null);
    this.#origin = origin ?? this;
    this.#party = at.party ?? null;
    this.#recalls = at.recalls ?? false;
    this.#caller = at.caller ?? null;
  }

  /**
   * Opens a session with a target. Nothing is sent yet.
   *
   * @param stop - once it is aborted, nothing more is sent, except to restore the target
   */
  static open(
    target: Target,
    stop: AbortSignal,
    secrets = new Secrets(),
    network: Network = sockets,
  ): Session {
    const state = new SessionState(target, secrets, stop, network);
    return new Session(state, new Fixtures(state), null);
  }

  /**
   * A session of its own, for one run of a probe, or for work besides it.
   *
   * @param log - where its exchanges are judged; not set if they belong to no run
   * @param recalls - whether it may use pages that other runs have requested
   */
  beginRun(log: RunLog = new RunLog(null), recalls = false): Session {
    return new Session(this.state, this.fixtures, this.#origin, { log, recalls });
  }

  /** The same run, with another key of the account as its default caller. */
  asking(caller: Credential): Session {
    const { state, fixtures, log } = this;
    return new Session(state, fixtures, this.#origin, {
      log,
      party: this.#party,
      recalls: this.#recalls,
      caller,
    });
  }

  /** Registers a recheck, done within the locks of this run if a judge calls broken what it saw. */
  ifBroken(recheck: Recheck): void {
    this.log.rechecks.push(recheck);
  }

  /** The requests of this run, with their answers. */
  get exchanges(): Exchange[] {
    return this.log.exchanges;
  }

  async observe<Given, Seen>(
    experiment: ExperimentDefinition<Given, Seen>,
    given: Given,
    freshFor: FreshFor | null,
  ): Promise<Observed<Seen>> {
    return observeLive(experiment, given, freshFor, this);
  }

  /**
   * Starts all of them, each with a session of its own. The first requests of these sessions are held back until all
   * can be sent. How many can be sent at the same time: {@link mostAtOnce}.
   *
   * @param apartMs - how long after the previous one each is sent, so that it arrives while that one is in progress
   */
  simultaneously<Sendings extends readonly Sending<unknown>[]>(
    sendings: readonly [...Sendings],
    apartMs?: number,
  ): { readonly [At in keyof Sendings]: ReturnType<Sendings[At]> };
  simultaneously(sendings: readonly Sending<unknown>[], apartMs = 0): readonly Promise<unknown>[] {
    // Whoever waits for this session does not wait for them.
    this.#party?.withdraw();
    const barrier = new Barrier(sendings.length, apartMs);
    return sendings.map(async (send, place) => {
      const party = new BarrierParty(barrier, place);
      const { state, fixtures, log } = this;
      const at = { log, party, recalls: this.#recalls, caller: this.#caller };
      try {
        return await send(new Session(state, fixtures, this.#origin, at));
      } finally {
        party.withdraw();
      }
    });
  }

  /** Whether this run confirms what another has seen, or was disturbed before: then it reuses no known results. */
  get readsAfresh(): boolean {
    return !this.#recalls;
  }

  /** How many simultaneous requests the target file allows. */
  get mostAtOnce(): number {
    return this.state.transport.mostAtOnce;
  }

  get target(): Target {
    return this.state.target;
  }

  /** This run's clock: it waits until the session is stopped. */
  get clock(): Clock {
    return this.state.clock;
  }

  get locks(): SessionState['locks'] {
    return this.state.locks;
  }

  /** The operations as this run's caller: the key of the target file unless another was set. */
  get api(): Api {
    return this.as(this.credential);
  }

  /** The operations, as the key of another account. */
  get otherAccount(): Api {
    const token = this.target.otherAccountToken;
    if (token === null) throw new Unmet('the target file has no `otherAccountToken`');
    return this.as(bearer('a key of another account', token, '$OUTREACH_OTHER_ACCOUNT_TOKEN'));
  }

  /** The credential of this run's caller: that of the target file unless another was set. */
  get credential(): Credential {
    return this.#caller ?? bearer(mainCaller, this.target.token, '$OUTREACH_TOKEN');
  }

  /** The operations, as any caller. */
  as(credential: Credential): Api {
    return new Api(this.state, this.log, {
      credential,
      role: 'subject',
      impatient: false,
      party: this.#party,
      recalls: this.#recalls,
    });
  }

  /** Where the target's webhook calls are received; listens from the first use on. */
  async receiver(): Promise<Receiver> {
    this.#origin.#receiver ??= Receiver.start(this.target.receiver, this.state.id, this.state.network);
    return this.#origin.#receiver;
  }

  /**
   * Whether the target now refuses what it accepted when the session began, so that a refusal says nothing; false if it
   * is not known to have accepted anything.
   */
  async isLockedOut(): Promise<boolean> {
    const { controls } = this.state.liveness;
    const { api } = this.beginRun();
    for (const { path } of controls) {
      const answer = await api.control.get(path).catch(whereUnmet(null));
      if (answer === null || answer.ok) return false;
    }
    return controls.length > 0;
  }

  /** From now on, everything that is sent is recorded, including requests that restore the target. */
  record(recorder: RequestListener): void {
    this.state.transport.recorder = recorder;
    this.state.restorer.record(recorder);
    this.state.asker.record(recorder);
  }

  /** Undoes what can be undone; works even after the session was stopped. */
  async restore(): Promise<void> {
    this.state.restorer.hurry();
    await this.state.ledger.restore('removal');
    await Promise.all([this.state.ledger.restore('repair'), this.fixtures.checkRemoved()]);
    await this.fixtures.close();
  }

  /** Closes connections, the receiver, and the ledger on disk. */
  async close(): Promise<void> {
    await this.state.ledger.end();
    await this.state.transport.close();
    await this.state.restorer.close();
    await this.state.asker.close();
    const receiver = await this.#origin.#receiver?.catch(() => undefined);
    await receiver?.close();
  }
}
