/** Pages of the list of webhooks, as they came since the list was changed last. */
import type { Answer, Exchange } from '../records/exchange.ts';
import type { ExchangeSeen } from '../records/exchange-seen.ts';

/** An exchange that was answered. */
export interface Answered {
  readonly answer: Answer;
  readonly exchange: Exchange;
  readonly seen: ExchangeSeen;
}

/** More text is not kept: of a long list with large pages not all can be. */
const mostCharacters = 4_000_000;

/**
 * Pages of the list of webhooks, as they came since the list was changed last: what one run has asked for, others need
 * not ask for again.
 */
export class KnownPages {
  readonly #pages = new Map<string, Promise<Answered>>();
  #changes = 0;
  #characters = 0;

  /**
   * A page as it came, or is about to come; undefined where nobody has asked for it. It resolves to undefined where it
   * did not come, or not as something to rely on.
   *
   * @param changes - how often the list was changed by now
   */
  recall(key: string, changes: number): Promise<Answered | undefined> | undefined {
    if (changes !== this.#changes) return undefined;
    return this.#pages.get(key)?.then(
      (answered) => (answered.answer.ok ? answered : undefined),
      () => undefined,
    );
  }

  /** From here on that is what is known of a page, if the request is taken. */
  keep(key: string, changes: number, coming: Promise<Answered>): void {
    if (changes !== this.#changes) this.forget();
    this.#changes = changes;
    this.#pages.set(key, coming);
    const drop = (): void => {
      if (this.#pages.get(key) === coming) this.#pages.delete(key);
    };
    coming.then(({ answer }) => {
      this.#characters += answer.text.length;
      if (!answer.ok || this.#characters > mostCharacters) drop();
    }, drop);
  }

  /** Nothing is known any more. */
  forget(): void {
    this.#pages.clear();
    this.#characters = 0;
  }
}
