/** What all runs of one session have in common. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BackoffPolicy } from '@outreach-api/client';
import { ProgressBoard } from '../engine/progress.ts';
import { ResourceLocks } from '../engine/resource-locks.ts';
import { isRecord } from '../records/is-record.ts';
import { identityOf, pageIn } from '../records/page.ts';
import { textOf } from '../records/text-of.ts';
import type { Target } from '../target/target.ts';
import type { Api, OperationId } from './api.ts';
import { Budgets } from './budgets.ts';
import type { Credential } from './credential.ts';
import { credentialsOf } from './credentials-of.ts';
import type { Answer } from './exchange.ts';
import { Ledger } from './ledger.ts';
import { ProfileKeeper } from './profile-keeper.ts';
import { LoneSender } from './lone-sender.ts';
import type { Secrets } from './secrets.ts';
import { shapeOf } from './patience.ts';
import { requestOf } from './request-of.ts';
import { Stopped } from '../engine/unmet.ts';
import { Tally } from './tally.ts';
import { tokensIn } from './tokens-in.ts';
import { Transport } from './transport.ts';
import { Vigil } from './vigil.ts';

/** A deletion that a gateway or a restart refused is tried again. */
const mostRemovals = 3;

/** Of a longer list only the beginning is looked at for what was not removed. */
const mostPages = 100;

/** Where a created key was seen again: an answer other than the one that created it. */
export interface LeakedToken {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Answers to one operation that were taken, with a body that is something else than JSON. */
export interface NoJson {
  readonly first: Answer;
  /** Method and path of the first one. */
  readonly request: string;
  readonly count: number;
}

/** Why a run was ended before its end, where nobody stopped it: its time was up, or the target no longer answers. */
export interface CutShort {
  readonly why: 'time' | 'silence';
  readonly text: string;
}

/** What all runs of one session have in common. */
export class SessionState {
  readonly id = randomUUID().slice(0, 8);
  readonly target: Target;
  /** Aborted once the run is stopped: nothing more may be made. */
  readonly stop: AbortSignal;
  readonly budgets: Budgets;
  readonly ledger = new Ledger();
  readonly tally = new Tally();
  readonly progress = new ProgressBoard();
  readonly locks = new ResourceLocks();
  readonly secrets: Secrets;
  readonly transport: Transport;
  /** Sends also after the run was stopped. */
  readonly restorer: LoneSender;
  readonly profiles: ProfileKeeper;
  /** Webhooks that the run has made or asked to delete, in lower case. */
  readonly ownWebhooks = new Set<string>();
  /** Webhooks that any list has shown in this run, in lower case. */
  readonly seenWebhooks = new Set<string>();
  readonly createdTokens = new Set<string>();
  readonly leakedTokens: LeakedToken[] = [];
  /** How long a limit may last that says nothing of it; null: as long as our client has patience. */
  backoff: BackoffPolicy | null = null;
  /** Operations that were seen to stay limited for longer than our client has patience. */
  readonly limitedForGood = new Set<OperationId>();
  /** Requests that were taken when the session began, or are like one that was; none before. */
  openers: readonly ((api: Api) => Promise<Answer>)[] = [];
  /** Whether a change was ever answered 202: what it does may take a moment. */
  answersLater = false;
  /** The answers to creations of keys by keys of this account, what is in them not to be shown. */
  readonly creations: Answer[] = [];

  /** Why the run was ended before its end, where nobody stopped it; null while it was not. */
  cutShort: CutShort | null = null;
  readonly #cut = new AbortController();
  /** By method and path without query, uuids as `{uuid}`. */
  readonly #successes = new Map<string, Map<number, Answer>>();
  readonly #noJson = new Map<string, NoJson>();

  constructor(target: Target, secrets: Secrets, stop: AbortSignal) {
    this.target = target;
    this.stop = AbortSignal.any([stop, this.#cut.signal]);
    this.secrets = secrets;
    this.budgets = new Budgets(target.allow);
    this.transport = new Transport(target, this.stop, this.#vigil(), this.progress);
    this.restorer = new LoneSender(target);
    this.profiles = new ProfileKeeper(this.restorer, this.ledger);
    for (const [secret, placeholder] of credentialsOf(target)) secrets.add(secret, placeholder);
  }

  /** Ends the run before its end: nothing more is sent, but for what restores the target. */
  cut(why: CutShort['why'], text: string): void {
    if (this.stop.aborted) return;
    this.cutShort = { why, text };
    this.#cut.abort(new Stopped(text));
  }

  #vigil(): Vigil {
    return new Vigil({
      isThere: async () => (await this.restorer.send('GET', '/integrations/api/webhooks')) !== null,
      end: (why) => {
        this.cut('silence', `the target no longer answers: ${why}`);
      },
    });
  }

  /** Writes down a key that the target says it made, and returns its jti; from here on its token is a secret. */
  keyCreated(answer: Answer, byAKeyOfOurs: boolean): string {
    if (byAKeyOfOurs) this.creations.push(answer);
    const record = isRecord(answer.json) ? answer.json : {};
    const token = record['last_token'];
    if (typeof token === 'string' && token !== '') {
      this.secrets.add(token, '$OUTREACH_CREATED_KEY');
      this.createdTokens.add(token);
    }
    const jti = textOf(record['jti']);
    this.ledger.add('created API key', `jti ${jti}, name ${JSON.stringify(record['name'])}`);
    return jti;
  }

  /** The first answer of each success status with which an operation was answered in this run. */
  successesOf(operation: OperationId): readonly Answer[] {
    return [...(this.#successes.get(requestOf[operation])?.values() ?? [])];
  }

  /** The answers of an operation to keys of ours that are no JSON, and not empty; null where there were none. */
  noJsonOf(operation: OperationId): NoJson | null {
    return this.#noJson.get(requestOf[operation]) ?? null;
  }

  /** Whether a credential is the key of the target file, or one that it made. */
  isOurs({ header }: Credential): boolean {
    const token = header?.replace(/^Bearer /, '') ?? '';
    return token === this.target.token || this.createdTokens.has(token);
  }

  /** Looks at each answer for keys that were created before, and whether it is JSON. */
  answered(method: string, path: string, answer: Answer, credential: Credential): void {
    if (path.endsWith('/create-api-key'))
      for (const token of tokensIn(answer)) this.secrets.add(token, '$OUTREACH_CREATED_KEY');
    if (answer.ok) this.#taken(`${method} ${shapeOf(path)}`, answer);
    if (method === 'GET' && path.startsWith('/integrations/api/webhooks'))
      for (const record of pageIn(answer.json)?.data ?? []) this.seenWebhooks.add(identityOf(record));
    if (answer.ok && answer.json === undefined && answer.text.trim() !== '' && this.isOurs(credential))
      this.#noJsonCame(method, path, answer);
    if (answer.status === 202 && (method === 'PUT' || method === 'DELETE')) this.answersLater = true;
    const shown = [answer.text, ...Object.values(answer.headers)];
    for (const token of this.createdTokens) {
      if (shown.some((text) => text.includes(token)))
        this.leakedTokens.push({ method, path, status: answer.status });
    }
  }

  /** Keeps the record of a profile before it is updated for the first time; resolves to whether it could be read. */
  async beforeUpdate(uuid: string, body: unknown): Promise<boolean> {
    return this.profiles.keep(uuid, isRecord(body) && 'label' in body);
  }

  /** Deletes a record that the suite has made; resolves to whether the target took it. */
  async remove(kind: 'webhook' | 'sender profile', uuid: string): Promise<boolean> {
    const path = kind === 'webhook' ? '/integrations/api/webhooks/' : '/flows/api/sender-profiles/';
    const operation = kind === 'webhook' ? 'deleteWebhook' : 'deleteSenderProfile';
    for (let tries = 1; ; tries += 1) {
      if (this.limitedForGood.has(operation)) this.restorer.loseHope();
      const answer = await this.restorer.send('DELETE', `${path}${encodeURIComponent(uuid)}`);
      if (answer === null || answer.status < 500 || tries === mostRemovals) return answer?.ok ?? false;
      await wait(200 * tries);
    }
  }

  /** The uuids of all listed webhooks in lower case, as far as the list can be read; also after a stop. */
  async listedWebhooks(): Promise<ReadonlySet<string>> {
    const uuids = new Set<string>();
    for (let offset = 0, pages = 0; pages < mostPages; pages += 1) {
      const answer = await this.restorer.send('GET', `/integrations/api/webhooks?offset=${offset}`);
      const page = answer?.ok === true ? pageIn(answer.json) : undefined;
      if (page === undefined || page.data.length === 0) break;
      for (const record of page.data) uuids.add(identityOf(record));
      offset += page.data.length;
      if (offset >= page.total) break;
    }
    return uuids;
  }

  #noJsonCame(method: string, path: string, answer: Answer): void {
    const kind = `${method} ${shapeOf(path)}`;
    const { count, ...known } = this.#noJson.get(kind) ?? {
      first: answer,
      request: `${method} ${path}`,
      count: 0,
    };
    this.#noJson.set(kind, { ...known, count: count + 1 });
  }

  #taken(request: string, answer: Answer): void {
    const known = this.#successes.get(request) ?? new Map<number, Answer>();
    this.#successes.set(request, known);
    if (!known.has(answer.status)) known.set(answer.status, answer);
  }
}
