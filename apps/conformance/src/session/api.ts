/** The seven operations as raw requests; spends budgets and writes the ledger. */
import { classOf } from '@outreach-api/model/records/answer-class';
import type { RunLog } from './run-log.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Budget } from './budgets.ts';
import type { Answered } from './known-pages.ts';
import type { ListRequest, ApiOptions, Paging } from './api-options.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { PagedList } from '@outreach-api/model/records/read-list';
import { askedForCall } from '@outreach-api/model/records/ledger-entry';
import { hadNoEffect, RecordedSender, type Body } from './recorded-sender.ts';
import type { SessionState } from './session-state.ts';

/** A tag that is made from a time in whole seconds has moved by then. */
const untilTagsMoveMs = 1100;

/**
 * The seven operations as raw requests: nothing is validated, so that breaches can be sent and seen. Budgets are spent
 * and the ledger is written here, so that no probe can forget to.
 *
 * Each method throws {@link Unmet} if the target gives no answer, or stays rate-limited for too long.
 */
export class Api {
  readonly #state: SessionState;
  readonly #log: RunLog;
  readonly #options: ApiOptions;
  readonly #sender: RecordedSender;

  constructor(state: SessionState, log: RunLog, options: ApiOptions) {
    this.#state = state;
    this.#log = log;
    this.#options = options;
    this.#sender = new RecordedSender(state, log, options);
  }

  /** The same operations with other options. */
  with(options: Partial<ApiOptions>): Api {
    return new Api(this.#state, this.#log, { ...this.#options, ...options });
  }

  /** The same operations, recorded as controls. */
  get control(): Api {
    return this.with({ role: 'control' });
  }

  /** Create an API key. Spends one of `allow.createApiKeys`, returned if the target itself refuses. */
  async createApiKey(body: unknown): Promise<Answer> {
    this.#state.budgets.take('createApiKeys');
    const [{ ledger }, { credential, impatient }] = [this.#state, this.#options];
    const name = isRecord(body) ? body['name'] : undefined;
    const n = await ledger.before({ kind: 'creating key', name });
    const path = '/id/api/jwt-tokens/create-api-key';
    const answer = await this.#send('POST', path, { json: body }).catch(async (error: unknown) => {
      if (hadNoEffect(error)) await this.#refused('createApiKeys', n);
      else this.#state.keyMayBeCreated(name, credential, 'not answered');
      throw error;
    });
    if (answer.ok) {
      await ledger.after({ kind: 'created key', n, jti: this.#state.keyCreated(name, answer, credential) });
      return answer;
    }
    const isOfGateway = classOf(answer).by === 'gateway';
    if (isOfGateway) this.#state.keyMayBeCreated(name, credential, `answered ${answer.status}`);
    // Past a limit, this may be the limit's answer.
    if (!isOfGateway || impatient) await this.#refused('createApiKeys', n);
    return answer;
  }

  /** The caller's list of webhooks, to be read with `readList`. */
  list({ limit = null, opensBare = false, recalls = false }: Paging = {}): PagedList {
    const size: [string, string][] = limit === null ? [] : [['limit', String(limit)]];
    return {
      known: this.#state.listKnownTo(this.#options.credential),
      at: async (offset) => {
        const query = opensBare && offset === 0 ? size : [...size, ['offset', String(offset)] as const];
        return recalls ? this.pageOfList({ query }) : this.listWebhooks({ query });
      },
    };
  }

  /** List webhooks. */
  async listWebhooks(request: ListRequest = {}): Promise<Answer> {
    return (await this.#listAndKeep(request)).answer;
  }

  /**
   * List webhooks, for readers of a list that nobody changes: returns the answer that another run got to the same
   * request since the list last changed; a confirming run requests it afresh.
   */
  async pageOfList(request: ListRequest = {}): Promise<Answer> {
    const { account, history } = this.#state;
    const { recalls, role } = this.#options;
    const coming = recalls ? account.pages.recall(this.#pageKey(request), account.webhookChanges) : undefined;
    // Does not await if no answer is known: of several simultaneous callers, only the first is to send.
    const known = coming === undefined ? undefined : await coming;
    if (known === undefined) return (await this.#listAndKeep(request)).answer;
    const { answer, exchange, seen } = known;
    history.exchanged(this.#log, { ...exchange, role }, seen, answer);
    return answer;
  }

  #pageKey({ query = [], body }: ListRequest): string {
    return JSON.stringify([this.#options.credential.header, query, body]);
  }

  async #listAndKeep(request: ListRequest): Promise<Answered> {
    const { pages, webhookChanges } = this.#state.account;
    const coming = this.#list(request);
    pages.keep(this.#pageKey(request), webhookChanges, coming);
    return coming;
  }

  async #list({ query = [], body }: ListRequest): Promise<Answered> {
    const search = query
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    const path = `/integrations/api/webhooks${search === '' ? '' : `?${search}`}`;
    return this.#read(path, body === undefined ? {} : { text: body });
  }

  /**
   * Test a webhook. Spends one of `allow.deliveries` if the body names a target or a webhook that exists; returned if
   * the target itself refuses.
   */
  async testWebhook(body: Readonly<Record<string, unknown>>, uuidExists = false): Promise<Answer> {
    const mayDeliver = 'target_url' in body || uuidExists;
    const n = mayDeliver ? await this.#beforeCall(body) : null;
    const path = '/integrations/api/webhooks/test';
    const answer = await this.#send('POST', path, { json: body }).catch(async (error: unknown) => {
      if (n !== null && hadNoEffect(error)) await this.#refused('deliveries', n);
      throw error;
    });
    if (n !== null && !answer.ok && classOf(answer).by !== 'gateway') await this.#refused('deliveries', n);
    if (answer.ok && typeof body['uuid'] === 'string') this.#state.account.tested.add(body['uuid']);
    if (answer.ok)
      this.#state.ledger.add(
        askedForCall,
        'target_url' in body
          ? `${String(body['request_method'])} ${String(body['target_url'])}`
          : `by the uuid ${String(body['uuid'])} alone`,
      );
    return answer;
  }

  /** Delete a webhook. */
  async deleteWebhook(uuid: string): Promise<Answer> {
    this.#state.ownWebhooks.add(uuid);
    this.#state.account.undeletedWebhooks.asked(uuid);
    this.#state.account.untested.delete(uuid);
    await this.#state.ledger.before({ kind: 'deleting', what: 'webhook', uuid });
    try {
      return await this.#delete(`/integrations/api/webhooks/${this.#inPath(uuid)}`, uuid);
    } finally {
      this.#state.webhooksChanged();
    }
  }

  /** Any request that only reads. @param path - relative to the base address */
  async get(path: string): Promise<Answer> {
    return this.#send('GET', path);
  }

  /** Get a sender profile. */
  async getSenderProfile(uuid: string): Promise<Answer> {
    return (await this.#read(`/flows/api/sender-profiles/${this.#inPath(uuid)}`)).answer;
  }

  /** Update a sender profile. Before a profile's first update, its record is kept, to be restored. */
  async updateSenderProfile(uuid: string, body: unknown): Promise<Answer> {
    const known = await this.#state.beforeUpdate(uuid, body);
    await this.#state.ledger.before({ kind: 'updating', uuid, fields: body });
    const answer = await this.#send('PUT', `/flows/api/sender-profiles/${this.#inPath(uuid)}`, {
      json: body,
    });
    this.#state.account.profiles.updatedAt.set(uuid, this.#state.clock.now());
    await this.#state.profiles.updated(uuid, answer);
    if (answer.ok && !known)
      this.#state.ledger.add('updated a sender profile that could not be read before', `uuid ${uuid}`);
    return answer;
  }

  /** Delete a sender profile. */
  async deleteSenderProfile(uuid: string): Promise<Answer> {
    await this.#state.ledger.before({ kind: 'deleting', what: 'sender profile', uuid });
    return this.#delete(`/flows/api/sender-profiles/${this.#inPath(uuid)}`, uuid);
  }

  #inPath(uuid: string): string {
    const { spelled } = this.#options;
    return encodeURIComponent(spelled === undefined ? uuid : spelled(uuid));
  }

  async #delete(path: string, uuid: string): Promise<Answer> {
    const answer = await this.#send('DELETE', path);
    // An answer to another account's key may be a polite refusal.
    if (answer.ok && this.#state.isOurs(this.#options.credential)) this.#state.deletionConfirmed(uuid);
    return answer;
  }

  async #beforeCall(body: Readonly<Record<string, unknown>>): Promise<number> {
    this.#state.budgets.take('deliveries');
    const url = withoutSecrets(String(body['target_url']));
    return this.#state.ledger.before({ kind: 'calling', method: String(body['request_method']), url });
  }

  /** A request that was to spend a budget was refused, or never sent. */
  async #refused(budget: Budget, n: number): Promise<void> {
    this.#state.budgets.giveBack(budget);
    await this.#state.ledger.after({ kind: 'refused', n });
  }

  async #read(path: string, body: Body = {}): Promise<Answered> {
    const { cache, clock } = this.#state;
    const { credential, headers, caches = false } = this.#options;
    const key = JSON.stringify([credential.header, path, body.text]);
    const condition = caches ? cache.conditionOf(key) : {};
    const conditional = new RecordedSender(this.#state, this.#log, {
      ...this.#options,
      headers: { ...headers, ...condition },
    });
    let answered = await conditional.send('GET', path, body);
    if (cache.shownFor(key, answered.answer) !== null) {
      await clock.wait(untilTagsMoveMs);
      answered = await conditional.send('GET', path, body);
    }
    const kept = cache.shownFor(key, answered.answer);
    if (kept !== null) return { ...answered, answer: kept };
    cache.keep(key, answered.answer);
    return answered;
  }

  async #send(method: string, path: string, body: Body = {}): Promise<Answer> {
    return (await this.#sender.send(method, path, body)).answer;
  }
}

/** An address without the parts that may be secret. */
function withoutSecrets(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : `${parsed.origin}${parsed.pathname}`;
}
