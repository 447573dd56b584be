/** One search for a counterexample: keeps the smallest, makes sure of it, and knows what else could have been caught. */
import type { Exchange } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import { inputKey, type Experiment } from './experiment.ts';
import type { Contradiction } from './judgement.ts';
import { Peace, type Doubt } from '../account/interference-guard.ts';
import type { RuleDefinition } from './rule.ts';
import { faredIn, shapeOfRequest } from './silence.ts';
import { Stopped } from './unmet.ts';

/** A breach as it was seen, with the smallest input that shows it. */
export interface SeenBreach extends Contradiction {
  readonly given: unknown;
  readonly exchanges: readonly Exchange[];
  /** How often the counterexample showed the breach, and of how many tries. */
  readonly times: number;
  readonly tries: number;
  /** Why it does not count; not set where it does. */
  readonly doubt?: Doubt;
  /** Whether a run uses something up, so that there may be nothing to try it again on. */
  readonly costly: boolean;
  /** `experiment:path`, for `--path`. */
  readonly path: string;
}

const mostShrinks = 40;
const confirmations = 3;
/** Once, no answer is an accident. */
const leastSilences = 4;
/** On so many inputs that got no answer it is tried again. */
const mostSilentInputs = 3;

/** Whether it was tried again, and never came back. */
export function cameOnce({ times, tries }: SeenBreach): boolean {
  return times === 1 && tries > 1;
}

/** An input on which the statement was seen broken. */
interface Counterexample<Given> extends Contradiction {
  readonly given: Given;
  readonly exchanges: readonly Exchange[];
}

/** An input whose request got no answer, and the requests of that run. */
interface Silent<Given> {
  readonly given: Given;
  readonly path: number;
  readonly request: string;
  readonly exchanges: readonly Exchange[];
}

/** The state of one search for a counterexample. */
export class Search<Given, Seen> {
  readonly #rule: RuleDefinition<Given, Seen>;
  readonly #experiment: Experiment<Given, Seen>;
  readonly #session: Session;
  readonly #peace: Peace;
  readonly #setAside: Set<string>;
  readonly #evidence: { readonly given: Given; readonly seen: Seen }[] = [];
  #failing: Counterexample<Given> | undefined;
  /** The counterexample that the search came upon, before it was made smaller. */
  #found: Counterexample<Given> | undefined;
  #shrinks = 0;
  /** Inputs whose requests got no answer where the statement demands one, in the order in which they were tried. */
  readonly #silent: Silent<Given>[] = [];
  #answered = false;
  #tried = 0;
  readonly unmet = new Set<string>();
  judged = 0;
  fault: unknown;

  constructor(
    rule: RuleDefinition<Given, Seen>,
    experiment: Experiment<Given, Seen>,
    session: Session,
    setAside: Set<string>,
  ) {
    this.#rule = rule;
    this.#experiment = experiment;
    this.#session = session;
    this.#setAside = setAside;
    this.#peace = new Peace(session, experiment);
  }

  /** Tries one input: true unless the statement was seen broken. Nothing is ever thrown into fast-check. */
  async try(given: Given): Promise<boolean> {
    if (this.fault !== undefined || this.#setAside.has(inputKey(given))) return true;
    if (this.#failing !== undefined) {
      this.#shrinks += 1;
      if (this.#shrinks > mostShrinks) return true;
    }
    try {
      return await this.#look(given, false);
    } catch (error) {
      this.fault = error;
      return true;
    }
  }

  async #look(given: Given, fresh: boolean): Promise<boolean> {
    const observed = await this.#experiment.observe(this.#session, given, fresh);
    if (!fresh) this.#hear(given, observed.exchanges);
    if (observed.kind === 'unmet') {
      this.unmet.add(observed.reason);
      return true;
    }
    for (const reason of observed.leftOut) this.unmet.add(reason);
    this.judged += 1;
    const judgement = this.#rule.judge(observed.seen, given);
    if (judgement.kind === 'held') {
      this.#evidence.push({ given, seen: observed.seen });
      return true;
    }
    this.#failing = { ...judgement, given, exchanges: observed.exchanges };
    this.#found ??= this.#failing;
    return false;
  }

  /** Goes on to smaller counterexamples, by the experiment's own idea of what is smaller. */
  async shrink(): Promise<void> {
    if (this.#experiment.costly === true) return;
    let larger: Given | undefined;
    while (this.#failing !== undefined && this.#failing.given !== larger) {
      larger = this.#failing.given;
      for (const given of this.#experiment.smaller?.(larger) ?? []) {
        if (!(await this.try(given))) break;
      }
    }
  }

  /**
   * Runs the counterexample again, three times; null where there is none. Where it never comes back, chance may have
   * made it so small, and the one that the search came upon is run again.
   */
  async confirmed(path: string): Promise<SeenBreach | null> {
    const failing = this.#failing;
    const found = this.#found;
    if (failing === undefined || found === undefined || this.fault instanceof Stopped) return null;
    for (const { given } of [found, failing]) this.#setAside.add(inputKey(given));
    const smallest = await this.#seenAgain(failing, path);
    if (!cameOnce(smallest) || this.fault !== undefined || found.given === failing.given) return smallest;
    const larger = await this.#seenAgain(found, path.replace(/(?<=:\d+):.*$/, ''));
    return larger.times > 1 ? larger : smallest;
  }

  /**
   * A look while others were at work, or while everybody was refused, does not count, and is made up for. Where others
   * were met, it is looked more often, and what is not seen each time may be their work.
   */
  async #seenAgain(failing: Counterexample<Given>, path: string): Promise<SeenBreach> {
    this.#failing = failing;
    const doubts: Doubt[] = [];
    let times = 1;
    let tries = 1;
    const most = (): number =>
      confirmations * (this.#peace.metOthers ? 2 : 1) + Math.min(doubts.length, confirmations);
    for (let looks = 0; looks < most(); looks += 1) {
      const before = this.judged;
      try {
        const { held, doubt } = await this.#peace.during(async () => this.#look(failing.given, true));
        if (doubt !== null) {
          this.#failing = failing;
          doubts.push(doubt);
          continue;
        }
        if (this.judged === before) continue;
        tries += 1;
        if (!held) times += 1;
      } catch (error) {
        this.fault = error;
        break;
      }
    }
    if (times === 1 && doubts.length > confirmations && doubts.every((doubt) => doubt === 'disturbed')) {
      const held = await this.#seenByTurns(failing);
      tries += held.length;
      times += held.filter((one) => !one).length;
    }
    const costly = this.#experiment.costly === true;
    if (costly && tries === 1 && (await this.#unlessFault(async () => this.#peace.isBusy(), false)))
      doubts.push('disturbed');
    const isUnsteady = times > 1 && times < tries;
    const isVisited = isUnsteady && (await this.#unlessFault(async () => this.#peace.isVisited(), false));
    const doubt = times === 1 ? doubts.at(-1) : isVisited ? 'disturbed' : undefined;
    return { ...this.#failing, times, tries, costly, path, ...(doubt === undefined ? {} : { doubt }) };
  }

  /** Whether the statement held, where it is the look itself that seems to be the work of others. */
  async #seenByTurns({ given }: Counterexample<Given>): Promise<readonly boolean[]> {
    const found = this.#failing;
    const held = await this.#unlessFault(
      async () => this.#peace.byTurns(async () => this.#look(given, true), confirmations),
      [],
    );
    this.#failing = found;
    return held;
  }

  #hear(given: Given, exchanges: readonly Exchange[]): void {
    const path = this.#tried;
    this.#tried += 1;
    const { demandsAnswer } = this.#rule;
    if (demandsAnswer === undefined) return;
    const { cut, answered } = faredIn(exchanges, demandsAnswer);
    this.#answered ||= answered;
    if (cut !== null) this.#silent.push({ given, path, request: shapeOfRequest(cut.request), exchanges });
  }

  /**
   * Whether a request got no answer each time, where the statement demands one: of four tries at least, while the
   * controls of the run are answered before and after each. Null where it did, or where that cannot be told.
   */
  async silence(experiment: string): Promise<SeenBreach | null> {
    if (this.#silent.length === 0 || this.fault !== undefined) return null;
    if (this.#session.state.liveness.controls.length === 0) return null;
    return this.#unlessFault(async () => {
      if (this.#experiment.costly === true) return this.#silenceOfAll(experiment);
      for (const silent of this.#silent.slice(0, mostSilentInputs)) {
        const tries = await this.#silences(silent);
        if (tries >= leastSilences) return this.#silenceAt(silent, tries, experiment);
      }
      return null;
    }, null);
  }

  /** Where a try uses something up, each input is one. */
  async #silenceOfAll(experiment: string): Promise<SeenBreach | null> {
    const [silent] = this.#silent;
    if (silent === undefined || this.#answered || this.#silent.length < leastSilences) return null;
    const { doubt } = await this.#peace.during(async () => false);
    return doubt === null ? this.#silenceAt(silent, this.#silent.length, experiment) : null;
  }

  /** How often an input got no answer, each time; 0 where it got one, or where somebody else did not either. */
  async #silences({ given, request }: Silent<Given>): Promise<number> {
    const { demandsAnswer } = this.#rule;
    for (let tries = 1; tries < leastSilences; tries += 1) {
      const { held, doubt } = await this.#peace.during(async () => {
        const { exchanges } = await this.#experiment.observe(this.#session, given, true);
        const cut = demandsAnswer === undefined ? null : faredIn(exchanges, demandsAnswer).cut;
        return cut === null || shapeOfRequest(cut.request) !== request;
      });
      if (held || doubt !== null) return 0;
    }
    return leastSilences;
  }

  #silenceAt(
    { given, path, request, exchanges }: Silent<Given>,
    times: number,
    experiment: string,
  ): SeenBreach {
    return {
      expected: `\`${request}\` is answered, as other requests are`,
      actual: 'the connection is closed without an answer, each time',
      given,
      exchanges,
      times,
      tries: times,
      costly: this.#experiment.costly === true,
      path: `${experiment}:${path}`,
    };
  }

  async #unlessFault<Found>(find: () => Promise<Found>, otherwise: Found): Promise<Found> {
    try {
      return await find();
    } catch (error) {
      this.fault = error;
      return otherwise;
    }
  }

  caught(): string[] {
    return Object.entries(this.#rule.breaches)
      .filter(([, breach]) =>
        this.#evidence.some(({ given, seen }) => {
          const broken = breach(structuredClone(seen), given);
          return broken !== undefined && this.#rule.judge(broken, given).kind === 'broken';
        }),
      )
      .map(([name]) => name);
  }
}
