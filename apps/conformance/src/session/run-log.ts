/** The exchanges of one run, and what it leaves to be rechecked. */
import type { Recheck } from '@outreach-api/engine';
import type { Exchange } from '@outreach-api/model/records/exchange';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';

/** The exchanges of one run, as reports show them and as rules judge them; and what it leaves to be rechecked. */
export class RunLog {
  /** Its number among the runs of a session; null if it is none: then nothing is judged. */
  readonly number: number | null;
  readonly exchanges: Exchange[] = [];
  /** What is checked if a judge calls broken what the run saw. */
  readonly rechecks: Recheck[] = [];
  readonly #seen: ExchangeSeen[] = [];

  constructor(number: number | null) {
    this.number = number;
  }

  /** Keeps an exchange. Whole answers are kept only until the run is judged. */
  add(exchange: Exchange, seen: ExchangeSeen): void {
    this.exchanges.push(exchange);
    if (this.number !== null) this.#seen.push(seen);
  }

  /** The exchanges as rules judge them. */
  get seen(): readonly ExchangeSeen[] {
    return this.#seen;
  }
}
