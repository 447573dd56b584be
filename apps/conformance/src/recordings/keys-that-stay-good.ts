/** Tells refusals for the sake of a request from those for the sake of a key. */
import type { JudgedExchange } from './judged-exchange.ts';

const mostWaiting = 10;

/**
 * Keys that were good before and after. Of a refusal in between nobody knows but by then that it is none of the key: it
 * may have expired, or been taken back.
 */
export class KeysThatStayGood {
  /** By key, what was refused since it was taken last; those that never were are not here. */
  readonly #waiting = new Map<string, JudgedExchange[]>();

  /**
   * Adds what came next with a key.
   *
   * @returns what was refused while the key was good
   */
  add(key: string, next: JudgedExchange): readonly JudgedExchange[] {
    const waiting = this.#waiting.get(key);
    if (next.seen.answer?.ok === true) {
      this.#waiting.set(key, []);
      return waiting ?? [];
    }
    if (waiting !== undefined && waiting.length < mostWaiting && next.seen.operation === 'testWebhook')
      waiting.push({ ...next, seen: { ...next.seen, caller: { ...next.seen.caller, kind: 'main key' } } });
    return [];
  }
}
