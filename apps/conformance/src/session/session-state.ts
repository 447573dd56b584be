/** What all runs of one session share. */
import {
  Clock,
  eventually,
  LearntPatience,
  ProgressBoard,
  ResourceLocks,
  Stopped,
} from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { randomUUID } from 'node:crypto';
import { failurePasses } from '@outreach-api/model/bounds';
import type { BackoffPolicy } from '@outreach-api/client';
import { Account } from './account.ts';
import { isOurs, type CallerKind, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { History } from './history.ts';
import { HttpCache } from './http-cache.ts';
import { createdKeyIn } from '@outreach-api/model/records/created-key';
import { isRecord } from '@outreach-api/model/records/is-record';
import { KnownList } from '@outreach-api/model/records/known-list';
import { identityOf, pageIn } from '@outreach-api/model/records/page';
import { textOf } from '@outreach-api/model/texts/text-of';
import type { Target } from '../target/target.ts';
import { wireOptions } from '../target/wire-options.ts';
import type { OperationId } from '@outreach-api/model/records/operation';
import { askControl } from './ask-control.ts';
import { Budgets } from './budgets.ts';
import type { Credential } from '@outreach-api/model/records/credential';
import { credentialsOf } from './credentials-of.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import { Ledger } from '../ledger/ledger.ts';
import { ProfileKeeper } from '../ledger/profile-keeper.ts';
import type { MadeKind } from '../ledger/ledger-line.ts';
import { readList, type ListReading } from '@outreach-api/model/records/read-list';
import { LivenessMonitor } from './liveness-monitor.ts';
import { LoneSender } from '../ledger/lone-sender.ts';
import type { Network } from '@outreach-api/wire/network';
import type { Secrets } from '@outreach-api/masking/secrets';
import { RequestCount } from '@outreach-api/wire/request-count';
import { resources } from './resources.ts';
import { FailingOperations } from './failing-operations.ts';
import { Successes } from './successes.ts';
import { holdsLastToken, tokensIn } from '@outreach-api/model/records/tokens-in';
import { canonicalUuid, UuidSet } from '@outreach-api/model/records/uuid';
import { WhoseAnswer } from './whose-answer.ts';
import { Transport } from '@outreach-api/wire/transport';
import { listBy } from '../ledger/presence.ts';

/**
 * Why a run ended early although nobody stopped it: its time or its requests were used up, the target no longer answers
 * as before, or this machine can no longer send requests.
 */
export interface CutShort {
  readonly why: 'time' | 'requests' | 'outage' | 'machine';
  readonly text: string;
}

/** A key that the target says it created. */
export interface MadeKey {
  /** Who created it. */
  readonly by: CallerKind;
  readonly name: unknown;
  /** Its content must not be shown. */
  readonly answer: Answer;
  /** When it was answered, in milliseconds on the run's clock. */
  readonly madeMs: number;
}

/** What all runs of one session share. */
export class SessionState {
  readonly id = randomUUID().slice(0, 8);
  readonly target: Target;
  readonly network: Network;
  /** Aborted once the run is stopped: nothing more may be made. */
  readonly stop: AbortSignal;
  /** Waits until the run is stopped. */
  readonly clock: Clock;
  readonly patience = new LearntPatience();
  readonly budgets: Budgets;
  readonly account = new Account();
  readonly cache = new HttpCache();
  readonly othersList = new KnownList();
  readonly history: History;
  readonly ledger = new Ledger();
  readonly successes = new Successes();
  readonly failing = new FailingOperations();
  readonly progress = new ProgressBoard();
  readonly requests = new RequestCount(this.progress);
  /** Restoring requests are neither counted among them nor subject to their limit. */
  readonly restoring = new RequestCount(null, this.requests.recent);
  readonly locks = new ResourceLocks(resources, canonicalUuid);
  readonly secrets: Secrets;
  readonly transport: Transport;
  /** Sends even after the run was stopped. */
  readonly restorer: LoneSender;
  /** Sends the requests that check the target. */
  readonly asker: LoneSender;
  readonly liveness: LivenessMonitor;
  readonly whoseAnswer: WhoseAnswer;
  /** Called with what a person should know during the run; null if there is no listener. */
  notice: ((text: string) => void) | null = null;
  readonly profiles: ProfileKeeper;
  /** Sender profiles that may be deleted, including those that the run has made. */
  readonly disposableProfiles: UuidSet;
  /** Webhooks that the run has made or asked to delete. */
  readonly ownWebhooks = new UuidSet();
  /** Webhooks that any list has shown in this run. */
  readonly seenWebhooks = new UuidSet();
  /** How long to back off from a limit that announces no wait; null: as long as our client's patience. */
  backoff: BackoffPolicy | null = null;
  /** Operations that were seen to stay rate-limited for longer than our client's patience. */
  readonly limitedForGood = new Set<OperationId>();
  /** Records whose deletion was confirmed with a success. */
  readonly confirmedDeletions = new UuidSet();
  /** Whether a change was ever answered 202: its effect may take a moment. */
  answersLater = false;
  /** All keys that were created, whoever asked for them. */
  readonly keys: MadeKey[] = [];

  /** Why the run ended early although nobody stopped it; null if it did not. */
  cutShort: CutShort | null = null;
  readonly #cut = new AbortController();
  #mostRequests = Number.POSITIVE_INFINITY;

  constructor(target: Target, secrets: Secrets, stop: AbortSignal, network: Network) {
    this.target = target;
    this.network = network;
    this.stop = AbortSignal.any([stop, this.#cut.signal]);
    this.clock = new Clock(this.stop);
    this.secrets = secrets;
    this.budgets = new Budgets(target.allow);
    this.history = new History(target);
    this.transport = new Transport(
      wireOptions(target),
      this.stop,
      {
        progress: this.progress,
        count: this.requests,
        onUsedUp: () => {
          this.cut('requests', `the requests were used up (--max-requests ${this.#mostRequests})`);
        },
        onLongWait: (upToMs) => {
          this.notice?.(
            `the target keeps answering 429; waiting up to ${Math.ceil(upToMs / 1000)} s for the limit to lift`,
          );
        },
      },
      network,
    );
    this.restorer = new LoneSender(target, network, this.restoring, this.history.writes);
    this.asker = new LoneSender(target, network, this.requests);
    this.liveness = this.#monitor();
    this.whoseAnswer = new WhoseAnswer(this.liveness);
    this.disposableProfiles = new UuidSet(target.fixtures.disposableSenderProfiles);
    this.profiles = new ProfileKeeper(this.restorer, this.ledger, (uuid) =>
      this.disposableProfiles.has(uuid),
    );
    this.profiles.onInUse = (text) => this.notice?.(`${text}; it is not changed`);
    for (const [secret, placeholder] of credentialsOf(target)) secrets.add(secret, placeholder);
  }

  /** Ends the run early: nothing more is sent, except to restore the target. */
  cut(why: CutShort['why'], text: string): void {
    // An outage found when the time was up says more than the time limit.
    const saysMore = why === 'outage' || why === 'machine';
    if (this.stop.aborted && !(this.#cut.signal.aborted && saysMore)) return;
    this.cutShort = { why, text };
    this.#cut.abort(new Stopped(text));
  }

  /** From now on, at most this many requests are sent in total, except to restore the target. */
  keepTo(mostRequests: number): void {
    this.#mostRequests = mostRequests;
    this.requests.keepTo(mostRequests);
  }

  #monitor(): LivenessMonitor {
    return new LivenessMonitor({
      patienceMs: this.target.requests.patienceMs,
      mostAtOnce: this.target.requests.concurrency,
      stop: this.stop,
      sent: () => this.requests.sent,
      ask: async (control) => askControl(this.asker, control),
      notice: (text) => this.notice?.(text),
      end: (text, why) => {
        this.cut(why, text);
        // The outage may be a limit that does not lift.
        this.restorer.stopWaiting();
      },
    });
  }

  /** The keys that were created by keys of this account. */
  get creations(): readonly MadeKey[] {
    return this.keys.filter(({ by }) => isOurs(by));
  }

  /** Records a key that the target says it created, and returns its jti; from now on its token is a secret. */
  keyCreated(name: unknown, answer: Answer, by: Credential): string {
    this.keys.push({ by: this.history.callers.of(by).kind, name, answer, madeMs: this.clock.now() });
    const record = isRecord(answer.json) ? answer.json : {};
    const token = record['last_token'];
    if (typeof token === 'string' && token !== '') {
      this.secrets.add(token, '$OUTREACH_CREATED_KEY');
      this.history.callers.made(token, by);
    }
    const jti = textOf(record['jti']);
    this.ledger.add('created API key', `jti ${jti}, name ${JSON.stringify(record['name'])}`);
    return jti;
  }

  /** A key was requested and may have been created unreported: there was no answer, or only a gateway's. */
  keyMayBeCreated(name: unknown, by: Credential, how: string): void {
    if (this.isOurs(by)) this.account.keys.unreportedAfter = this.creations.length;
    this.account.keys.namesPerhapsGiven.add(name);
    this.ledger.add(`asked for an API key, which was ${how}`, `name ${JSON.stringify(name)}`);
  }

  /** What is known of the list that a caller gets: other accounts have lists of their own. */
  listKnownTo(credential: Credential): KnownList {
    return this.isOurs(credential) ? this.account.list : this.othersList;
  }

  /** Whether a credential is the key of the target file, or a key created with it. */
  isOurs(credential: Credential): boolean {
    return isOurs(this.history.callers.of(credential).kind);
  }

  /** Checks each answer for previously created keys, and whether it is JSON. @returns what rules may know about it */
  answered(
    method: string,
    path: string,
    answer: Answer,
    credential: Credential,
  ): Pick<ExchangeSeen, 'answer' | 'came' | 'key' | 'shows'> {
    const isCreation = path.endsWith('/create-api-key');
    if (isCreation) for (const token of tokensIn(answer)) this.secrets.add(token, '$OUTREACH_CREATED_KEY');
    const isByUs = this.isOurs(credential);
    if (answer.ok) this.successes.add(method, path, answer, isByUs);
    if (isByUs) this.failing.answered(method, path, answer, this.clock.now());
    if (method === 'GET' && path.startsWith('/integrations/api/webhooks'))
      for (const record of pageIn(answer.json)?.data ?? []) this.seenWebhooks.add(identityOf(record));
    const came = classOf(answer);
    if (came.effect === 'later' && (method === 'PUT' || method === 'DELETE')) this.answersLater = true;
    const { status, ok, json } = answer;
    const shown = this.history.callers.shownIn(answer);
    return {
      answer: { status, ok, json: isCreation ? undefined : json },
      came,
      key: isCreation && ok ? createdKeyIn(answer, (value) => this.secrets.replaceWhole(value)) : null,
      shows: !isCreation && holdsLastToken(json) ? [...shown, '`last_token`'] : shown,
    };
  }

  /** Keeps the record of a profile before its first update; resolves to whether it could be read. */
  async beforeUpdate(uuid: string, body: unknown): Promise<boolean> {
    return this.profiles.keepAsKnown(uuid, isRecord(body) ? Object.keys(body) : []);
  }

  /** The list of webhooks was changed, by us or, as far as noticed, by others. */
  webhooksChanged(): void {
    this.account.webhookChanges += 1;
    this.account.webhooksChangedAtMs = this.clock.now();
  }

  /** The target says that it has deleted a record. */
  deletionConfirmed(uuid: string): void {
    this.confirmedDeletions.add(uuid);
  }

  /**
   * Asks the target to delete a record that the suite has made, again if a gateway or a restart refused; also after a
   * stop.
   */
  async remove(kind: MadeKind, uuid: string): Promise<void> {
    const path = kind === 'webhook' ? '/integrations/api/webhooks/' : '/flows/api/sender-profiles/';
    const operation = kind === 'webhook' ? 'deleteWebhook' : 'deleteSenderProfile';
    const { last } = await eventually(
      this.restorer,
      failurePasses,
      async () => {
        if (this.limitedForGood.has(operation)) this.restorer.stopWaiting();
        return this.restorer.send('DELETE', `${path}${encodeURIComponent(uuid)}`);
      },
      (answer) => answer === null || classOf(answer).effect !== 'perhaps',
    );
    if (last?.ok === true) this.deletionConfirmed(uuid);
  }

  /** Reads with the key of the target file, also after a stop; see {@link Read}. */
  async readAtTheEnd(path: string): Promise<Answer | null> {
    return this.restorer.send('GET', path);
  }

  /** The list of webhooks as far as it can be read; also after a stop. */
  async listedWebhooks(): Promise<ListReading> {
    return readList(listBy(async (path) => this.readAtTheEnd(path), this.account.list));
  }
}
