/** Sends requests over connections of their own, also after the run was stopped. */
import type { Target } from '../target/target.ts';
import type { Answer } from './exchange.ts';
import { Transport } from './transport.ts';

/** What restores the target: it is not stopped with the run. */
export class LoneSender {
  readonly #target: Target;
  readonly #transport: Transport;

  constructor(target: Target) {
    this.#target = target;
    this.#transport = new Transport(target, new AbortController().signal);
  }

  /**
   * Sends one request as the key of the target file. Resolves to null where it is not answered.
   *
   * @param path - from the base address on
   */
  async send(method: string, path: string, body?: unknown): Promise<Answer | null> {
    const outcome = await this.#transport.send({
      method,
      url: `${this.#target.baseUrl}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${this.#target.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return outcome.kind === 'answered' ? outcome.answer : null;
  }

  /** See {@link Transport.loseHope}. */
  loseHope(): void {
    this.#transport.loseHope();
  }

  /** Ends its connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }
}
