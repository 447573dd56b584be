/** Judges what a proxy has seen while the proxy is idle, in bounded memory. */
import type { Clock } from '@outreach-api/engine';
import type { ObservedExchange } from './observed-exchange.ts';

/** The most that is queued. */
const mostBytes = 64 * 1024 * 1024;
/** After this long the proxy gets its turn. */
const sliceMs = 2;

/** What happens to observed exchanges. */
export interface JudgingQueueOptions {
  readonly clock: Clock;
  readonly judge: (exchange: ObservedExchange) => void;
  /** Called if there are more than can be judged: this one is dropped. */
  readonly drop: () => void;
}

/** Judges observed exchanges one after the other, whenever there is nothing to forward. */
export class JudgingQueue {
  readonly #options: JudgingQueueOptions;
  #waiting: ObservedExchange[] = [];
  #bytes = 0;
  #work: Promise<void> | null = null;

  constructor(options: JudgingQueueOptions) {
    this.#options = options;
  }

  /** Adds an exchange that is over. */
  add(exchange: ObservedExchange): void {
    if (this.#bytes + exchange.bytes > mostBytes) {
      this.#options.drop();
      return;
    }
    this.#bytes += exchange.bytes;
    this.#waiting.push(exchange);
    this.#work ??= this.#drain();
  }

  /** Resolves once all has been judged. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #drain(): Promise<void> {
    const { clock, judge } = this.#options;
    while (this.#waiting.length > 0) {
      await clock.turn();
      const batch = this.#waiting;
      this.#waiting = [];
      let since = clock.now();
      for (const exchange of batch) {
        judge(exchange);
        this.#bytes -= exchange.bytes;
        if (clock.now() - since < sliceMs) continue;
        await clock.turn();
        since = clock.now();
      }
    }
    this.#work = null;
  }
}
