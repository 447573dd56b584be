/** Inputs whose requests got no answer, and whether that happens each time. */
import type { Tested } from './tested.ts';
import type { Experiment } from './experiment.ts';
import type { Contradiction } from './judgement.ts';
import type { Reading, SeenBreach } from './search.ts';
import type { InterferenceGuard, Source } from './source.ts';

/** A single missing answer is an accident. */
const leastSilences = 4;
/** The maximum number of unanswered inputs that are repeated. */
const mostSilentInputs = 3;

/** An input whose request got no answer, and the requests of that run. */
interface Silent<Given, On extends Tested> {
  readonly given: Given;
  readonly path: number;
  readonly cut: ReadonlyMap<string, Contradiction<On['findings']>>;
  readonly exchanges: readonly On['findings']['exchange'][];
}

/** Where missing answers are looked for. */
interface Listening<Given, Seen, On extends Tested> {
  readonly reading: Reading<Given, Seen, On>;
  readonly experiment: Experiment<Given, Seen, On>;
  readonly source: Source<On>;
  readonly guard: InterferenceGuard;
}

/** The inputs of one search whose requests got no answer although the statement demands one. */
export class SilentInputs<Given, Seen, On extends Tested> {
  readonly #reading: Reading<Given, Seen, On>;
  readonly #experiment: Experiment<Given, Seen, On>;
  readonly #source: Source<On>;
  readonly #guard: InterferenceGuard;
  /** In the order in which they were tried. */
  readonly #silent: Silent<Given, On>[] = [];
  #answered = false;
  #tried = 0;

  constructor({ reading, experiment, source, guard }: Listening<Given, Seen, On>) {
    this.#reading = reading;
    this.#experiment = experiment;
    this.#source = source;
    this.#guard = guard;
  }

  /** Records the requests of one run, in the order in which inputs are tried. */
  observed(given: Given, exchanges: readonly On['findings']['exchange'][]): void {
    const path = this.#tried;
    this.#tried += 1;
    const { demandsAnswer } = this.#reading;
    if (demandsAnswer === null) return;
    const { cut, answered } = this.#source.exchangeReader.outcomesOf(exchanges, demandsAnswer);
    this.#answered ||= answered;
    if (cut.size > 0) this.#silent.push({ given, path, cut, exchanges });
  }

  /**
   * Whether a request never got an answer although the statement demands one: in at least four tries, while the run's
   * controls are answered before and after each. Null if it did, or if that cannot be known.
   */
  async breach(): Promise<SeenBreach<On['findings']> | null> {
    if (this.#silent.length === 0 || !this.#source.hasControls) return null;
    if (this.#experiment.costly === true) return this.#ofAll();
    for (const silent of this.#silent.slice(0, mostSilentInputs)) {
      const breach = await this.#silentEachTime(silent);
      if (breach !== null) return this.#breachAt(silent, breach, leastSilences);
    }
    return null;
  }

  /** If a try uses something up, each input counts as one try. */
  async #ofAll(): Promise<SeenBreach<On['findings']> | null> {
    const [silent] = this.#silent;
    if (silent === undefined || this.#answered || this.#silent.length < leastSilences) return null;
    const { doubt } = await this.#guard.during(async () => false);
    const [breach] = silent.cut.values();
    return doubt === null && breach !== undefined
      ? this.#breachAt(silent, breach, this.#silent.length)
      : null;
  }

  /** The breach of an input's request that never got an answer; null if none did, or if another request got none either. */
  async #silentEachTime({ given, cut }: Silent<Given, On>): Promise<Contradiction<On['findings']> | null> {
    const { demandsAnswer, rule } = this.#reading;
    if (demandsAnswer === null) return null;
    let each = cut;
    for (let tries = 1; tries < leastSilences; tries += 1) {
      const { held, doubt } = await this.#guard.during(async () => {
        const { exchanges } = await this.#experiment.observe(this.#source, given, rule);
        const now = this.#source.exchangeReader.outcomesOf(exchanges, demandsAnswer).cut;
        // Of many requests, some may be lost each time.
        each = new Map([...each].filter(([which]) => now.has(which)));
        return each.size === 0;
      });
      if (held || doubt !== null) return null;
    }
    const [breach = null] = each.values();
    return breach;
  }

  #breachAt(
    { given, path, exchanges }: Silent<Given, On>,
    breach: Contradiction<On['findings']>,
    times: number,
  ): SeenBreach<On['findings']> {
    return {
      ...breach,
      given,
      exchanges,
      times,
      tries: times,
      costly: this.#experiment.costly === true,
      path: `${this.#experiment.name}:${path}`,
    };
  }
}
