/** Sends requests over connections of its own, also after the run was stopped. */
import { LearntPatience, systemClock, type Waiter } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { Target } from '../target/target.ts';
import { wireOptions } from '../target/wire-options.ts';
import type { Answer, SentRequest } from '@outreach-api/model/records/exchange';
import type { Network } from '@outreach-api/wire/network';
import { requestShape } from '@outreach-api/wire/patience';
import { RecordWrites } from './record-writes.ts';
import type { RequestCount } from '@outreach-api/wire/request-count';
import type { RequestListener } from '@outreach-api/wire/request-listener';
import { Transport, type Outcome } from '@outreach-api/wire/transport';

const silencesInARow = 3;

/** Sends the requests that restore or check the target: it is not stopped with the run. */
export class LoneSender implements Waiter {
  readonly clock = systemClock;
  readonly patience = new LearntPatience();
  readonly #target: Target;
  readonly #transport: Transport;
  #silences = 0;
  /** How many consecutive requests of a kind were rate-limited to the end. */
  readonly #limited = new Map<string, number>();
  readonly #writes: RecordWrites;
  #isInAHurry = false;

  /**
   * @param count - counts requests, if set
   * @param writes - counts the writes to each record
   */
  constructor(target: Target, network?: Network, count?: RequestCount, writes = new RecordWrites()) {
    this.#target = target;
    this.#writes = writes;
    this.#transport = new Transport(
      wireOptions(target),
      new AbortController().signal,
      count === undefined ? {} : { count },
      network,
    );
  }

  /**
   * Sends one request with the key of the target file. Resolves to null if it is not answered.
   *
   * @param path - relative to the base address
   */
  async send(method: string, path: string, body?: unknown): Promise<Answer | null> {
    if (this.givesUp(method, path)) return null;
    const counted = this.#writes.begin(method, path);
    const outcome = await this.#transport.send(this.#request(method, path, body)).finally(() => {
      counted.end();
    });
    this.#silences = outcome.kind === 'answered' ? 0 : this.#silences + 1;
    const isLimited = outcome.kind === 'answered' && classOf(outcome.answer).kind === 'limited';
    const kind = requestShape(method, path);
    this.#limited.set(kind, isLimited ? (this.#limited.get(kind) ?? 0) + 1 : 0);
    return outcome.kind === 'answered' ? outcome.answer : null;
  }

  /** Whether requests of this kind are no longer sent; see {@link hurry}. */
  givesUp(method: string, path: string): boolean {
    const limited = this.#limited.get(requestShape(method, path)) ?? 0;
    return this.#isInAHurry && Math.max(this.#silences, limited) >= silencesInARow;
  }

  /** Sends once, without waiting out a limit. @throws Stopped if no more requests may be sent */
  async ask(path: string): Promise<Outcome> {
    return this.#transport.send(this.#request('GET', path), { isControl: true });
  }

  #request(method: string, path: string, body?: unknown): SentRequest {
    return {
      method,
      url: `${this.#target.baseUrl}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${this.#target.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    };
  }

  /**
   * From now on, stops sending after three consecutive requests without an answer, and stops sending a kind of request
   * after three of that kind were rate-limited to the end: a dead target must not hang the end.
   */
  hurry(): void {
    this.#isInAHurry = true;
    this.#silences = 0;
  }

  /** See {@link Transport.stopWaiting}. */
  stopWaiting(): void {
    this.#transport.stopWaiting();
  }

  /** See {@link Transport.recorder}. */
  record(recorder: RequestListener): void {
    this.#transport.recorder = recorder;
  }

  /** Closes its connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }
}
