/** Takes what a proxy has seen off its hands: judges it in the pauses, in bounded memory. */
import type { Clock } from '../../engine/clock.ts';
import type { ObservedExchange } from './observed-exchange.ts';

/** More is not kept waiting. */
const mostBytes = 64 * 1024 * 1024;
/** After so long the proxy has its turn. */
const sliceMs = 2;

/** What becomes of observed exchanges. */
export interface JudgingQueueOptions {
  readonly clock: Clock;
  readonly judge: (exchange: ObservedExchange) => void;
  /** There are more than can be judged: this one is let go of. */
  readonly drop: () => void;
}

/** Judges observed exchanges one after the other, whenever nothing is to be handed on. */
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
