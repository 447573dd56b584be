/** How long to wait for an answer: less after several consecutive timeouts of similar requests. */
import type { SentRequest } from './exchange.ts';

const silencesInARow = 4;
const leastMs = 500;

/**
 * How long to wait for an answer. A kind of request (method and path, ignoring uuids and query) that timed out four
 * times in a row gets a tenth of the time, until one is answered: a stalling target must not hang the run.
 */
export class Patience {
  readonly #timeoutMs: number;
  readonly #silences = new Map<string, number>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** In milliseconds. */
  with(sent: SentRequest): number {
    const silences = this.#silences.get(kindOf(sent)) ?? 0;
    return silences < silencesInARow
      ? this.#timeoutMs
      : Math.min(this.#timeoutMs, Math.max(leastMs, Math.ceil(this.#timeoutMs / 10)));
  }

  answered(sent: SentRequest): void {
    this.#silences.delete(kindOf(sent));
  }

  timedOut(sent: SentRequest): void {
    const kind = kindOf(sent);
    this.#silences.set(kind, (this.#silences.get(kind) ?? 0) + 1);
  }
}

function kindOf({ method, url }: SentRequest): string {
  return requestShape(method, new URL(url).pathname);
}

/** A request as its method and its path without the query, uuids as `{uuid}`. */
export function requestShape(method: string, path: string): string {
  const shape = path
    .replace(/\?.*$/, '')
    .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '{uuid}');
  return `${method} ${shape}`;
}
