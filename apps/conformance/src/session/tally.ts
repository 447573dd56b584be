/** Counts the requests of each experiment and question, from which the length of a run is predicted. */
/** Tries of one experiment or question, and the requests that they took. */
export interface Tallied {
  readonly tries: number;
  readonly requests: number;
}

/** Counts the requests of each experiment and question. */
export class Tally {
  readonly #counts = new Map<string, Tallied>();

  /** One try of `name` took this many requests. */
  add(name: string, requests: number): void {
    const { tries, requests: before } = this.#counts.get(name) ?? { tries: 0, requests: 0 };
    this.#counts.set(name, { tries: tries + 1, requests: before + requests });
  }

  get counts(): ReadonlyMap<string, Tallied> {
    return this.#counts;
  }
}
