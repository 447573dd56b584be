/** Keeps what a service answered in a run, so that the run can be judged again without the service. */
import { Unmet, type LoneRun } from '@outreach-api/engine';
import type { Ask, Books, Exchange } from './book-rules.ts';

/** The exchanges of runs, by the run that they belong to: a run may be repeated. */
export class BookHistory {
  readonly #runs = new Map<string, Exchange[][]>();

  /** Keeps the exchanges of a run. */
  keep(run: LoneRun<Books>): void {
    this.#runs.set(keyOf(run), [...(this.#runs.get(keyOf(run)) ?? []), run.exchanges]);
  }

  /** A session that answers as the service did in this run. */
  replay(run: LoneRun<Books>): Ask {
    const kept = [...(this.#runs.get(keyOf(run))?.shift() ?? [])];
    return async (method, path) => {
      const exchange = kept.shift();
      if (exchange?.request !== `${method} ${path}`) throw new Unmet('the history does not contain it');
      run.exchanges.push(exchange);
      return exchange.answer;
    };
  }
}

function keyOf({ experiment, given, freshFor }: LoneRun<Books>): string {
  return JSON.stringify([experiment, given, freshFor]);
}
