/** The exchanges of a service with a client, as they happen. */
import type { ClientExchange } from '../client-exchange.ts';
import { operationOf } from '@outreach-api/model/records/operation';
import type { RecordedAnswer } from '@outreach-api/model/records/exchange';
import type { Secrets } from '@outreach-api/masking/secrets';
import type { CredentialLabels } from './credential-labels.ts';

/** A request as it came over the wire. Header names are in lower case. */
export interface ServedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if there was none. */
  readonly body: string | null;
  /** When its last byte had arrived. */
  readonly arrivedAt: number;
  readonly connection: number | null;
}

/** An answer to send; null if the connection is closed instead. */
export interface ServedAnswer extends RecordedAnswer {
  /** How much of the text is sent before the connection is closed; all of it if not set. */
  readonly cutAt?: number;
}

/** Records how a request was answered. */
export interface AnswerReceiver {
  /** @param at - see {@link ClientExchange.answeredAt} */
  answered(answer: RecordedAnswer | null, at: number | null): void;
}

type Growing = { -readonly [Name in keyof ClientExchange]: ClientExchange[Name] };

const unkept = /^(?:authorization|proxy-authorization|cookie2?)$/;

/** The exchanges of a service with a client, without any credential. */
export class ExchangeLog {
  readonly #exchanges: Growing[] = [];
  readonly #labels: CredentialLabels;
  readonly #secrets: Secrets;

  constructor(labels: CredentialLabels, secrets: Secrets) {
    this.#labels = labels;
    this.#secrets = secrets;
  }

  /** In the order of their arrival. */
  get exchanges(): readonly ClientExchange[] {
    return this.#exchanges.toSorted((one, other) => one.arrivedAt - other.arrivedAt);
  }

  /** Adds a request that has arrived. @returns the receiver of its answer */
  arrived({ method, path, headers, body, arrivedAt, connection }: ServedRequest): AnswerReceiver {
    const mask = (text: string): string => this.#secrets.maskExactly(text);
    const kept = Object.entries(headers).filter(([name]) => !unkept.test(name));
    const exchange: Growing = {
      arrivedAt,
      answeredAt: null,
      connection,
      credential: this.#labels.seen(headers['authorization']),
      method,
      path: mask(path),
      operation: operationOf(method, path),
      headers: this.#secrets.maskHeaders(Object.fromEntries(kept)),
      body: body === null ? null : mask(body),
      answer: null,
    };
    this.#exchanges.push(exchange);
    return {
      answered: (answer, at) => {
        exchange.answeredAt = at;
        exchange.answer = answer === null ? null : { ...answer, text: mask(answer.text) };
      },
    };
  }
}
