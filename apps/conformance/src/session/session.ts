/** What a probe works with: operations as this or that caller, records, a receiver. */
import type { Clock } from '../engine/clock.ts';
import type { ResourceLocks } from '../engine/resource-locks.ts';
import type { ExperimentDefinition, FreshFor, Observed, Observer, Recheck } from '../engine/experiment.ts';
import { Unmet, whereUnmet } from '../engine/unmet.ts';
import { observeLive } from './observe-live.ts';
import { RunLog } from './run-log.ts';
import type { Target } from '../target/target.ts';
import { Api } from './api.ts';
import { bearer, type Credential } from '../http/credential.ts';
import { mainCaller, type Exchange } from '../records/exchange.ts';
import { Barrier, BarrierParty } from '../http/barrier.ts';
import type { Network } from '../http/network.ts';
import { Receiver } from '../http/receiver.ts';
import type { RequestListener } from '../http/request-listener.ts';
import { Secrets } from '../output/secrets.ts';
import { SessionState } from './session-state.ts';
import { sockets } from '../http/sockets.ts';
import { Fixtures } from './fixtures.ts';

/** Sends requests, the first of which is to be at the target at the same time as others. */
export type Sending<Result> = (session: Session) => Promise<Result>;

/** Where a session stands within another. */
interface Place {
  readonly log?: RunLog;
  readonly party?: BarrierParty | null;
  readonly recalls?: boolean;
  readonly caller?: Credential | null;
}

/**
 * What a probe works with: the target's operations as this or that caller, records to work on, a receiver of
 * webhook calls. Each run of a probe gets a session of its own that keeps its exchanges; all else they share.
 */
export class Session implements Observer {
  readonly state: SessionState;
  readonly fixtures: Fixtures;
  readonly log: RunLog;
  /** Why this run looked at a part only of what it was to look at. */
  readonly leftOut: string[] = [];
  readonly #origin: Session;
  readonly #party: BarrierParty | null;
  readonly #recalls: boolean;
  /** Who asks; null: the key of the target file. */
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
   * @param stop - nothing more is sent once it is aborted, but for what restores the target
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
   * A session of its own, for one run of a probe, or for what is done beside it.
   *
   * @param log - where its exchanges are judged; not set where they are none of a run
   * @param recalls - whether it may do with pages that other runs have asked for
   */
  beginRun(log: RunLog = new RunLog(null), recalls = false): Session {
    return new Session(this.state, this.fixtures, this.#origin, { log, recalls });
  }

  /** The same run, in which another key of the account asks wherever it is not said who does. */
  asking(caller: Credential): Session {
    const { state, fixtures, log } = this;
    return new Session(state, fixtures, this.#origin, {
      log,
      party: this.#party,
      recalls: this.#recalls,
      caller,
    });
  }

  /** Has something made sure of, within the locks of this run, where a judge calls broken what it saw. */
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
   * Begins all of them, each with a session of its own. Of the first requests of these sessions none
   * is sent before all can be. How many can be sent at the same time: {@link mostAtOnce}.
   *
   * @param apartMs - how long after the one before it each is sent, so that it comes upon one that is under way
   */
  simultaneously<One, Other>(
    sendings: readonly [Sending<One>, Sending<Other>],
    apartMs?: number,
  ): readonly [Promise<One>, Promise<Other>];
  simultaneously<Result>(sendings: readonly Sending<Result>[], apartMs?: number): readonly Promise<Result>[];
  simultaneously(sendings: readonly Sending<unknown>[], apartMs = 0): readonly Promise<unknown>[] {
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

  /** Whether this run makes sure of what another has seen, or was disturbed before: it takes nothing for known. */
  get asksAnew(): boolean {
    return !this.#recalls;
  }

  /** How many requests the target file lets be sent at the same time. */
  get mostAtOnce(): number {
    return this.state.transport.mostAtOnce;
  }

  get target(): Target {
    return this.state.target;
  }

  /** By which this run waits: until it is stopped. */
  get clock(): Clock {
    return this.state.clock;
  }

  get locks(): ResourceLocks {
    return this.state.locks;
  }

  /** The operations, as whoever asks in this run: the key of the target file, if not another one. */
  get api(): Api {
    return this.as(this.credential);
  }

  /** The operations, as the key of another account. */
  get otherAccount(): Api {
    const token = this.target.otherAccountToken;
    if (token === null) throw new Unmet('the target file has no `otherAccountToken`');
    return this.as(bearer('a key of another account', token, '$OUTREACH_OTHER_ACCOUNT_TOKEN'));
  }

  /** Of whoever asks in this run: that of the target file, if not another one. */
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
   * Whether the target refuses now what it took when the session began, so that a refusal says nothing; false where
   * it is not known to have taken anything.
   */
  async isShutOut(): Promise<boolean> {
    const { controls } = this.state.liveness;
    const { api } = this.beginRun();
    for (const { path } of controls) {
      const answer = await api.control.get(path).catch(whereUnmet(null));
      if (answer === null || answer.ok) return false;
    }
    return controls.length > 0;
  }

  /** From here on, all that is sent is recorded, also what restores the target. */
  record(recorder: RequestListener): void {
    this.state.transport.recorder = recorder;
    this.state.restorer.record(recorder);
    this.state.asker.record(recorder);
  }

  /** Takes back what can be taken back; works also after the session was stopped. */
  async restore(): Promise<void> {
    this.state.restorer.hurry();
    await this.state.ledger.restore();
    await this.fixtures.checkRemoved();
    await this.fixtures.close();
  }

  /** Ends connections, the receiver, and the ledger on disk. */
  async close(): Promise<void> {
    await this.state.ledger.end();
    await this.state.transport.close();
    await this.state.restorer.close();
    await this.state.asker.close();
    const receiver = await this.#origin.#receiver?.catch(() => undefined);
    await receiver?.close();
  }
}
