/** One search for a counterexample: keeps the smallest, makes sure of it, and knows what else could have been caught. */
import type { Exchange } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import { inputKey, type Experiment } from './experiment.ts';
import type { Contradiction } from './judgement.ts';
import { Peace, type Doubt } from '../account/interference-guard.ts';
import type { RuleDefinition } from './rule.ts';
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

/** Whether it was tried again, and never came back. */
export function cameOnce({ times, tries }: SeenBreach): boolean {
  return times === 1 && tries > 1;
}

/** An input on which the statement was seen broken. */
interface Counterexample<Given> extends Contradiction {
  readonly given: Given;
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
