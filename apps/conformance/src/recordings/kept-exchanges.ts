/** The last exchanges of a recording, for findings from several of them together. */
import { classOf } from '@outreach-api/model/records/answer-class';
import type { ClientExchange } from '../clients/client-exchange.ts';
import type { Exchange } from '@outreach-api/model/records/exchange';

/** An exchange in the form that is judged and in the form that is shown. */
export interface KeptExchange {
  readonly client: ClientExchange;
  readonly exchange: Exchange;
}

/** In characters. */
const mostText = 32 * 1024 * 1024;
/**
 * How late a request may come after its wait, but never by more than the wait itself: an immediate request has not
 * waited.
 */
const lateMs = 150;

/** Keeps the last exchanges, in bounded memory. */
export class KeptExchanges {
  readonly #most: number;
  #kept: readonly KeptExchange[] = [];
  #added: KeptExchange[] = [];
  #text = 0;
  /** The time from which on nothing is missing. */
  #since: number;
  #letGo = 0;

  /**
   * @param since - when the recording began
   * @param most - how many are kept at most
   */
  constructor(since: number, most: number) {
    this.#since = since;
    this.#most = most;
  }

  /** How many were dropped. */
  get letGo(): number {
    return this.#letGo;
  }

  /** In the order of arrival. */
  get all(): readonly KeptExchange[] {
    if (this.#added.length > 0) {
      this.#kept = [...this.#kept, ...this.#added].toSorted(byArrival);
      this.#added = [];
    }
    return this.#kept;
  }

  /**
   * The same without requests that were limited when first seen, if there may have been earlier attempts: retries that
   * are even in the end need not have been even from the beginning.
   */
  get withWholeBeginnings(): readonly KeptExchange[] {
    const bySame = Map.groupBy(this.all, ({ client }) => sameRequest(client));
    const cut = new Set(
      [...bySame].flatMap(([name, same]) => (this.#mayBeCut(same.map(({ client }) => client)) ? [name] : [])),
    );
    return this.all.filter(({ client }) => !cut.has(sameRequest(client)));
  }

  /** Adds an exchange. */
  add(client: ClientExchange, exchange: Exchange): void {
    this.#added.push({ client, exchange });
    this.#text += textOf(client);
    if (this.#kept.length + this.#added.length <= this.#most && this.#text <= mostText) return;
    const { all } = this;
    const half = Math.ceil(all.length / 2);
    this.#letGo += half;
    this.#kept = all.slice(half);
    this.#since = all[half - 1]?.client.arrivedAt ?? this.#since;
    this.#text = this.#kept.reduce((sum, one) => sum + textOf(one.client), 0);
  }

  /** Whether an earlier attempt may precede the kept exchanges: waits do not become shorter from attempt to attempt. */
  #mayBeCut([first, second]: readonly ClientExchange[]): boolean {
    if (first === undefined || second === undefined || classOf(first.answer).kind !== 'limited') return false;
    const waitMs = second.arrivedAt - first.arrivedAt;
    return first.arrivedAt - waitMs - Math.min(waitMs, lateMs) < this.#since;
  }
}

function byArrival(one: KeptExchange, other: KeptExchange): number {
  return one.client.arrivedAt - other.client.arrivedAt;
}

function textOf({ path, body, answer }: ClientExchange): number {
  return 500 + path.length + (body?.length ?? 0) + (answer?.text.length ?? 0);
}

function sameRequest({ credential, method, path, body }: ClientExchange): string {
  return JSON.stringify([credential, method, path, body]);
}
