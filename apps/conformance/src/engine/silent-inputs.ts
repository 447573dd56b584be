/** Inputs whose requests got no answer, and whether that happens each time. */
import type { Domain, Exchange, Tested } from './domain.ts';
import type { Experiment } from './experiment.ts';
import type { Reading, SeenBreach } from './search.ts';
import type { InterferenceGuard, Source } from './source.ts';

/** A single missing answer is an accident. */
const leastSilences = 4;
/** The maximum number of unanswered inputs that are repeated. */
const mostSilentInputs = 3;

/** An input whose request got no answer, and the requests of that run. */
interface Silent<Given> {
  readonly given: Given;
  readonly path: number;
  readonly cut: ReadonlyMap<string, string>;
  readonly exchanges: readonly Exchange[];
}

/** Where missing answers are looked for. */
interface Listening<Given, Seen, On extends Tested = Domain> {
  readonly reading: Reading<Given, Seen>;
  readonly experiment: Experiment<Given, Seen, On>;
  readonly source: Source<On>;
  readonly guard: InterferenceGuard;
}

/** The inputs of one search whose requests got no answer although the statement demands one. */
export class SilentInputs<Given, Seen, On extends Tested = Domain> {
  readonly #reading: Reading<Given, Seen>;
  readonly #experiment: Experiment<Given, Seen, On>;
  readonly #source: Source<On>;
  readonly #guard: InterferenceGuard;
  /** In the order in which they were tried. */
  readonly #silent: Silent<Given>[] = [];
  #answered = false;
  #tried = 0;

  constructor({ reading, experiment, source, guard }: Listening<Given, Seen, On>) {
    this.#reading = reading;
    this.#experiment = experiment;
    this.#source = source;
    this.#guard = guard;
  }

  /** Records the requests of one run, in the order in which inputs are tried. */
  hear(given: Given, exchanges: readonly Exchange[]): void {
    const path = this.#tried;
    this.#tried += 1;
    const { demandsAnswer } = this.#reading;
    if (demandsAnswer === null) return;
    const { cut, answered } = this.#source.exchangeReader.fared(exchanges, demandsAnswer);
    this.#answered ||= answered;
    if (cut.size > 0) this.#silent.push({ given, path, cut, exchanges });
  }

  /**
   * Whether a request never got an answer although the statement demands one: in at least four tries, while the run's
   * controls are answered before and after each. Null if it did, or if that cannot be known.
   */
  async breach(): Promise<SeenBreach | null> {
    if (this.#silent.length === 0 || !this.#source.hasControls) return null;
    if (this.#experiment.costly === true) return this.#ofAll();
    for (const silent of this.#silent.slice(0, mostSilentInputs)) {
      const request = await this.#silentEachTime(silent);
      if (request !== null) return this.#breachAt(silent, request, leastSilences);
    }
    return null;
  }

  /** If a try uses something up, each input counts as one try. */
  async #ofAll(): Promise<SeenBreach | null> {
    const [silent] = this.#silent;
    if (silent === undefined || this.#answered || this.#silent.length < leastSilences) return null;
    const { doubt } = await this.#guard.during(async () => false);
    const [request = ''] = silent.cut.values();
    return doubt === null ? this.#breachAt(silent, request, this.#silent.length) : null;
  }

  /** The request of an input that never got an answer; null if none did, or if another request got none either. */
  async #silentEachTime({ given, cut }: Silent<Given>): Promise<string | null> {
    const { demandsAnswer, rule } = this.#reading;
    if (demandsAnswer === null) return null;
    let each = cut;
    for (let tries = 1; tries < leastSilences; tries += 1) {
      const { held, doubt } = await this.#guard.during(async () => {
        const { exchanges } = await this.#experiment.observe(this.#source, given, rule);
        const now = this.#source.exchangeReader.fared(exchanges, demandsAnswer).cut;
        // Of many requests, some may be lost each time.
        each = new Map([...each].filter(([which]) => now.has(which)));
        return each.size === 0;
      });
      if (held || doubt !== null) return null;
    }
    const [request = null] = each.values();
    return request;
  }

  #breachAt({ given, path, exchanges }: Silent<Given>, request: string, times: number): SeenBreach {
    return {
      code: 'no-answer',
      values: { request },
      given,
      exchanges,
      times,
      tries: times,
      costly: this.#experiment.costly === true,
      path: `${this.#experiment.name}:${path}`,
    };
  }
}
