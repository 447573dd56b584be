/** A request that a proxy forwards, and its answer, as they stream through. */
import type { OperationId } from '@outreach-api/model/records/operation';
import type { PassingExchange } from '../passing-exchange.ts';
import { headersByName, type RawHeaders } from './end-to-end-headers.ts';
import { KeptBody } from './kept-body.ts';

/** What is known about a request when its first bytes have arrived. */
export interface RequestBegun {
  readonly operation: OperationId;
  readonly method: string;
  /** Relative to the base address. */
  readonly path: string;
  readonly headers: RawHeaders;
  readonly connection: number;
}

interface AnswerBegun {
  readonly status: number;
  readonly headers: RawHeaders;
  /** Why the recorder answered instead of the server; null if the server did. */
  readonly recorder: string | null;
}

/** Collects one exchange as it streams through. */
export class ObservedExchange {
  readonly #request: RequestBegun;
  readonly sent = new KeptBody();
  readonly came = new KeptBody();
  #at: number | null = null;
  #arrivedAt: number | null = null;
  #answeredAt: number | null = null;
  #answer: AnswerBegun | null = null;

  constructor(request: RequestBegun) {
    this.#request = request;
  }

  /** How many bytes of memory it takes, approximately. */
  get bytes(): number {
    return 2000 + this.sent.keptBytes + this.came.keptBytes;
  }

  /** The whole request has arrived. */
  arrived(at: Date, now: number): void {
    this.sent.end();
    this.#at = at.getTime();
    this.#arrivedAt = now;
  }

  /** The answer begins. */
  answered(answer: AnswerBegun): void {
    this.#answer = answer;
  }

  /** The last byte of the answer was sent. */
  ended(now: number): void {
    this.came.end();
    this.#answeredAt = now;
  }

  /** The form that is judged; null if the request never arrived completely. */
  passing(): PassingExchange | null {
    if (this.#at === null || this.#arrivedAt === null) return null;
    const { operation, method, path, connection } = this.#request;
    const headers = headersByName(this.#request.headers);
    return {
      at: this.#at,
      arrivedAt: this.#arrivedAt,
      answeredAt: this.#answeredAt,
      connection,
      request: {
        operation,
        method,
        path,
        headers,
        authorization: headers['authorization'] ?? null,
        body: this.sent.decoded(headers['content-encoding']),
      },
      answer: this.#answer === null ? null : this.#answerOf(this.#answer),
    };
  }

  #answerOf({ status, headers: raw, recorder }: AnswerBegun): PassingExchange['answer'] {
    const headers = headersByName(raw);
    return { status, headers, body: this.came.decoded(headers['content-encoding']), recorder };
  }
}
