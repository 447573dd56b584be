/** The service for one call of a client: the sandbox, with the deviations that the scenario asks for. */
import { createSandbox, type Sandbox } from '@outreach-api/sandbox';
import type { Clock } from '@outreach-api/engine';
import { Secrets } from '@outreach-api/masking/secrets';
import { operationOf } from '@outreach-api/model/records/operation';
import type { ClientExchange } from '../client-exchange.ts';
import {
  aSenderProfile,
  aWebhook,
  type Aberration,
  type GivenRetryAfter,
  type ScenarioCall,
  type ServiceBehaviour,
} from '../scenarios/scenario.ts';
import { CredentialLabels } from './credential-labels.ts';
import { ExchangeLog, type AnswerReceiver, type ServedAnswer, type ServedRequest } from './exchange-log.ts';

/** An empty page that says that more follow. */
const emptyPage = JSON.stringify({ data: [], limit: 20, offset: 0, total: 1000, has_more: true });

/** The service for one call of a client. */
export class ScriptedService {
  /** The key that the driver is given. */
  readonly token: string;
  /** Knows the keys that the client was given or has created. */
  readonly secrets = new Secrets();
  readonly #records: Readonly<Record<string, string>>;
  readonly #sandbox: Sandbox;
  readonly #behaviour: ServiceBehaviour;
  readonly #clock: Clock;
  readonly #labels = new CredentialLabels();
  readonly #log: ExchangeLog;
  readonly #created: string[] = [];
  #requests = 0;
  #lists = 0;

  private constructor(sandbox: Sandbox, behaviour: ServiceBehaviour, clock: Clock) {
    const [account] = sandbox.accounts;
    this.#sandbox = sandbox;
    this.#behaviour = behaviour;
    this.#clock = clock;
    this.#log = new ExchangeLog(this.#labels, this.secrets);
    this.token = account.token;
    this.#records = {
      [aWebhook]: account.webhooks()[0] ?? '',
      [aSenderProfile]: account.senderProfiles()[0] ?? '',
    };
    this.secrets.add(this.token, '$OUTREACH_TOKEN');
    this.#labels.labelOf(this.token);
  }

  /** Opens one with data of its own. */
  static async open(behaviour: ServiceBehaviour, seed: number, clock: Clock): Promise<ScriptedService> {
    const sandbox = await createSandbox({
      seed,
      webhooks: behaviour.webhooks,
      dialect: behaviour.dialect ?? {},
      // No request leaves the service.
      deliveries: {
        call: async () => ({ kind: 'answered', status: 200, type: null, body: new Uint8Array() }),
      },
    });
    return new ScriptedService(sandbox, behaviour, clock);
  }

  /** The input of a call, with the uuids of records of this service filled in. */
  given({ with: input }: Pick<ScenarioCall, 'with'>): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => [
        name,
        typeof value === 'string' ? (this.#records[value] ?? value) : value,
      ]),
    );
  }

  /** The label in the log of the key that the driver is given. */
  get key(): string {
    return this.#labels.labelOf(this.token);
  }

  /** The requests received and their answers, in the order of arrival. */
  get exchanges(): readonly ClientExchange[] {
    return this.#log.exchanges;
  }

  /** Whether a text is exactly a key that was created here. */
  isCreatedKey(text: string): boolean {
    return this.#created.includes(text);
  }

  /**
   * Answers a request; null if the connection should be closed instead. The caller that sends the answer reports it to
   * the log.
   */
  async answer(
    request: ServedRequest,
  ): Promise<{ readonly answer: ServedAnswer | null; readonly log: AnswerReceiver }> {
    const log = this.#log.arrived(request);
    const { first = [], ever } = this.#behaviour;
    const aberration = first[this.#requests] ?? ever;
    this.#requests += 1;
    return { answer: await this.#answered(request, aberration), log };
  }

  close(): void {
    this.#sandbox.close();
  }

  async #answered(request: ServedRequest, aberration: Aberration | undefined): Promise<ServedAnswer | null> {
    if (aberration === undefined) return this.#described(request);
    if (aberration.kind === 'limited') return limited(aberration.retryAfter, this.#clock.date());
    if (aberration.kind === 'refused') return json(aberration.status, { title: 'refused' });
    if (aberration.kind === 'late') {
      await this.#clock.wait(aberration.ms);
      return this.#described(request);
    }
    if (aberration.at === 'start') return null;
    const answer = await this.#described(request);
    return { ...answer, cutAt: Math.floor(answer.text.length / 2) };
  }

  async #described(request: ServedRequest): Promise<ServedAnswer> {
    const { latencyMs = 0 } = this.#behaviour;
    if (latencyMs > 0) await this.#clock.wait(latencyMs);
    const operation = operationOf(request.method, request.path);
    if (operation === 'listWebhooks') {
      const changed = this.#changeList();
      if (changed !== null) return changed;
    }
    const answer = await this.#ofSandbox(request);
    if (operation === 'createApiKey') this.#remember(answer.text);
    return answer;
  }

  /** Changes the list before its next page is answered; returns the page if it does not come from the sandbox. */
  #changeList(): ServedAnswer | null {
    const { list = 'steady' } = this.#behaviour;
    this.#lists += 1;
    const [account] = this.#sandbox.accounts;
    if (this.#lists === 1 || list === 'steady') return null;
    if (list === 'goes on empty') return json(200, JSON.parse(emptyPage));
    if (this.#lists > 3) return null;
    if (list === 'grows') {
      const webhook = {
        event: 'sender_profile_sent_email',
        request_method: 'POST',
        target_url: 'http://127.0.0.1:9/',
      };
      this.#sandbox.createWebhook(0, webhook);
    } else void this.#deleteWebhook(account.webhooks()[0] ?? '');
    return null;
  }

  async #deleteWebhook(uuid: string): Promise<void> {
    await this.#ofSandbox({
      method: 'DELETE',
      path: `/integrations/api/webhooks/${uuid}`,
      headers: { authorization: `Bearer ${this.token}` },
      body: null,
    });
  }

  async #ofSandbox({
    method,
    path,
    headers,
    body,
  }: Pick<ServedRequest, 'method' | 'path' | 'headers' | 'body'>): Promise<ServedAnswer> {
    const carries = method !== 'GET' && method !== 'HEAD';
    const { 'accept-encoding': _, ...sent } = headers;
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: sent,
      body: carries ? body : null,
    });
    const response = await this.#sandbox.fetch(request, carries || body === null ? {} : { body });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  }

  #remember(text: string): void {
    const token = /"last_token":\s*"([^"]+)"/.exec(text)?.[1];
    if (token === undefined) return;
    this.#created.push(token);
    this.secrets.add(token, '$OUTREACH_CREATED_KEY');
  }
}

function limited(retryAfter: GivenRetryAfter | null, now: Date): ServedAnswer {
  const { headers, ...answer } = json(429, { title: 'too many requests' });
  const stated = retryAfter === null ? {} : { 'retry-after': headerOf(retryAfter, now) };
  return { ...answer, headers: { ...headers, date: now.toUTCString(), ...stated } };
}

function headerOf(retryAfter: GivenRetryAfter, now: Date): string {
  if ('seconds' in retryAfter) return String(retryAfter.seconds);
  if ('text' in retryAfter) return retryAfter.text;
  // A date has no fractions of a second: it is rounded up, so never earlier than intended.
  return new Date(Math.ceil((now.getTime() + retryAfter.dateInMs) / 1000) * 1000).toUTCString();
}

function json(status: number, body: unknown): ServedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}
