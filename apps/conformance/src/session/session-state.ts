/** What all runs of one session have in common. */
import { randomUUID } from 'node:crypto';
import { ResourceLocks } from '../engine/resource-locks.ts';
import { isRecord } from '../records/is-record.ts';
import type { Target } from '../target/target.ts';
import { Budgets } from './budgets.ts';
import type { Credential } from './credential.ts';
import type { Answer } from './exchange.ts';
import { Ledger } from './ledger.ts';
import { ProfileKeeper } from './profile-keeper.ts';
import { LoneSender } from './lone-sender.ts';
import type { Secrets } from './secrets.ts';
import { Transport } from './transport.ts';

/** Where a created key was seen again: an answer other than the one that created it. */
export interface LeakedToken {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** What all runs of one session have in common. */
export class SessionState {
  readonly id = randomUUID().slice(0, 8);
  readonly target: Target;
  readonly budgets: Budgets;
  readonly ledger = new Ledger();
  readonly locks = new ResourceLocks();
  readonly secrets: Secrets;
  readonly transport: Transport;
  /** Sends also after the run was stopped. */
  readonly restorer: LoneSender;
  readonly profiles: ProfileKeeper;
  readonly createdTokens = new Set<string>();
  readonly leakedTokens: LeakedToken[] = [];
  /** Whether a change was ever answered 202: what it does may take a moment. */
  answersLater = false;
  /** The first answer of each success status to each method and path without query, uuids as `{uuid}`. */
  readonly successes = new Map<string, Map<number, Answer>>();
  /** The answers to creations of keys by keys of this account, what is in them not to be shown. */
  readonly creations: Answer[] = [];

  constructor(target: Target, secrets: Secrets, stop: AbortSignal) {
    this.target = target;
    this.secrets = secrets;
    this.budgets = new Budgets(target.allow);
    this.transport = new Transport(target, stop);
    this.restorer = new LoneSender(target);
    this.profiles = new ProfileKeeper(this.restorer, this.ledger);
    secrets.add(target.token, '$OUTREACH_TOKEN');
    secrets.add(target.otherAccountToken ?? '', '$OUTREACH_OTHER_ACCOUNT_TOKEN');
    secrets.add(target.expiredToken ?? '', '$OUTREACH_EXPIRED_TOKEN');
  }

  /** Writes down a key that the target says it made; from here on its token is a secret. */
  keyCreated(answer: Answer, byAKeyOfOurs: boolean): void {
    if (byAKeyOfOurs) this.creations.push(answer);
    const record = isRecord(answer.json) ? answer.json : {};
    const token = record['last_token'];
    if (typeof token === 'string' && token !== '') {
      this.secrets.add(token, '$OUTREACH_CREATED_KEY');
      this.createdTokens.add(token);
    }
    this.ledger.add(
      'created API key',
      `jti ${String(record['jti'])}, name ${JSON.stringify(record['name'])}`,
    );
  }

  /** Whether a credential is the key of the target file, or one that it made. */
  isOurs({ header }: Credential): boolean {
    const token = header?.replace(/^Bearer /, '') ?? '';
    return token === this.target.token || this.createdTokens.has(token);
  }

  /** Looks at each answer for keys that were created before. */
  answered(method: string, path: string, answer: Answer): void {
    if (answer.ok) this.#taken(`${method} ${shapeOf(path)}`, answer);
    if (answer.status === 202 && (method === 'PUT' || method === 'DELETE')) this.answersLater = true;
    for (const token of this.createdTokens) {
      if (answer.text.includes(token)) this.leakedTokens.push({ method, path, status: answer.status });
    }
  }

  /** Keeps the record of a profile before it is updated for the first time; resolves to whether it could be read. */
  async beforeUpdate(uuid: string, body: unknown): Promise<boolean> {
    return this.profiles.keep(uuid, isRecord(body) && 'label' in body);
  }

  /** Deletes a record that the suite has made; resolves to whether the target took it. */
  async remove(kind: 'webhook' | 'sender profile', uuid: string): Promise<boolean> {
    const path = kind === 'webhook' ? '/integrations/api/webhooks/' : '/flows/api/sender-profiles/';
    const answer = await this.restorer.send('DELETE', `${path}${encodeURIComponent(uuid)}`);
    return answer?.ok ?? false;
  }

  #taken(request: string, answer: Answer): void {
    const known = this.successes.get(request) ?? new Map<number, Answer>();
    this.successes.set(request, known);
    if (!known.has(answer.status)) known.set(answer.status, answer);
  }
}

function shapeOf(path: string): string {
  return path.replace(/\?.*$/, '').replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '{uuid}');
}
