/** Counts the suite's writes to each record, to recognize a read that overlaps a write. */

interface Counted {
  begun: number;
  underWay: number;
}

/** A request to a record, while it is in flight and afterwards. */
export class CountedRequest {
  readonly #record: Counted;
  readonly #isWrite: boolean;
  readonly #isAlone: boolean;
  readonly #sent: number;
  #answered: number | null = null;

  constructor(record: Counted, isWrite: boolean) {
    this.#record = record;
    this.#isWrite = isWrite;
    this.#isAlone = record.underWay === 0;
    if (isWrite) record.begun += 1;
    if (isWrite) record.underWay += 1;
    this.#sent = record.begun;
  }

  /** It was answered, or will not be. */
  end(): void {
    if (this.#answered !== null) return;
    if (this.#isWrite) this.#record.underWay -= 1;
    this.#answered = this.#record.begun;
  }

  /** See `ExchangeSeen.writes`. */
  get writes(): readonly [sent: number, answered: number] | null {
    return this.#isAlone && this.#answered !== null ? [this.#sent, this.#answered] : null;
  }
}

/** Counts the suite's writes to each record, by the path of the record, however its uuid is written there. */
export class RecordWrites {
  readonly #records = new Map<string, Counted>();

  /** A request to a record begins. */
  begin(method: string, path: string): CountedRequest {
    const name = path.toLowerCase().replaceAll('-', '');
    const record = this.#records.get(name) ?? { begun: 0, underWay: 0 };
    this.#records.set(name, record);
    return new CountedRequest(record, method !== 'GET');
  }
}
