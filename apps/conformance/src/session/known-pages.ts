/** Pages of the list of webhooks, as they came since the list last changed. */
import type { Answer, Exchange } from '@outreach-api/model/records/exchange';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';

/** An exchange that was answered. */
export interface Answered {
  readonly answer: Answer;
  readonly exchange: Exchange;
  readonly seen: ExchangeSeen;
}

/** No more text is kept: a long list with large pages would be too much. */
const mostCharacters = 4_000_000;

/**
 * Pages of the list of webhooks, as they came since the list last changed: what one run has requested, others need not
 * request again.
 */
export class KnownPages {
  readonly #pages = new Map<string, Promise<Answered>>();
  #changes = 0;
  #characters = 0;

  /**
   * A page that came, or is about to come; undefined if nobody has requested it. It resolves to undefined if it did not
   * come, or is not reliable.
   *
   * @param changes - how often the list has changed by now
   */
  recall(key: string, changes: number): Promise<Answered | undefined> | undefined {
    if (changes !== this.#changes) return undefined;
    return this.#pages.get(key)?.then(
      (answered) => (answered.answer.ok ? answered : undefined),
      () => undefined,
    );
  }

  /** From now on, this is the known page, if the request succeeds. */
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
