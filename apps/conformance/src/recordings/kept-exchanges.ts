/** The last exchanges of a recording, for what several of them tell together. */
import type { ClientExchange } from '../clients/client-exchange.ts';
import type { Exchange } from '../records/exchange.ts';

/** An exchange as it is judged, and as it is shown. */
export interface KeptExchange {
  readonly client: ClientExchange;
  readonly exchange: Exchange;
}

/** In characters. */
const mostText = 32 * 1024 * 1024;
/** How much later than its wait a request may come, at most by as much as it waits: who comes at once has not waited. */
const lateMs = 150;

/** Keeps the last exchanges, in bounded memory. */
export class KeptExchanges {
  readonly #most: number;
  #kept: readonly KeptExchange[] = [];
  #added: KeptExchange[] = [];
  #text = 0;
  /** Since when all is here. */
  #since: number;
  #letGo = 0;

  /**
   * @param since - when the recording began
   * @param most - so many are kept at most
   */
  constructor(since: number, most: number) {
    this.#since = since;
    this.#most = most;
  }

  /** How many were let go of. */
  get letGo(): number {
    return this.#letGo;
  }

  /** In the order in which they came. */
  get all(): readonly KeptExchange[] {
    if (this.#added.length > 0) {
      this.#kept = [...this.#kept, ...this.#added].toSorted(byArrival);
      this.#added = [];
    }
    return this.#kept;
  }

  /**
   * The same without requests that were limited when they came first, where they may have come before: what comes evenly
   * in the end need not have done so from the beginning.
   */
  get withWholeBeginnings(): readonly KeptExchange[] {
    const bySame = Map.groupBy(this.all, ({ client }) => sameRequest(client));
    const cut = new Set(
      [...bySame].flatMap(([name, same]) => (this.#mayBeCut(same.map(({ client }) => client)) ? [name] : [])),
    );
    return this.all.filter(({ client }) => !cut.has(sameRequest(client)));
  }

  /** Adds one that came. */
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

  /** Whether an earlier try may have come before all this was kept: waits do not become shorter from try to try. */
  #mayBeCut([first, second]: readonly ClientExchange[]): boolean {
    if (first?.answer?.status !== 429 || second === undefined) return false;
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
