/** Distinguishes refusals caused by a request from refusals caused by a key. */
import type { JudgedExchange } from './judged-exchange.ts';

const mostWaiting = 10;

/**
 * Keys that were valid before and after a refusal. Only then is it known that the key did not cause the refusal: it
 * might have expired or been revoked.
 */
export class KeysStillValid {
  /** By key, what was refused since it was last accepted; keys that were never accepted are not included. */
  readonly #waiting = new Map<string, JudgedExchange[]>();

  /**
   * Adds the next exchange with a key.
   *
   * @returns the exchanges that were refused while the key was valid
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
