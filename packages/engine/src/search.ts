/** One search for a counterexample: keeps the smallest, confirms it, and knows what else could have been caught. */
import type { Findings, Tested } from './tested.ts';
import { inputKey, type Experiment, type Observed } from './experiment.ts';
import type { Contradiction, Judgement } from './judgement.ts';
import type { Doubt, InterferenceGuard, Source } from './source.ts';
import { SilentInputs } from './silent-inputs.ts';
import { premiseOf, Stopped, type UnmetPremise } from './unmet.ts';

/** A breach as it was seen, with the smallest input that shows it. */
export interface SeenBreach<Found extends Findings> extends Contradiction<Found> {
  readonly given: unknown;
  readonly exchanges: readonly Found['exchange'][];
  /** How often the counterexample showed the breach, and in how many tries. */
  readonly times: number;
  readonly tries: number;
  /** Why it does not count; not set if it does. */
  readonly doubt?: Doubt;
  /**
   * Whether an intermediary answered and every further try held: such a response counts only if it recurs each time.
   */
  readonly isByIntermediary?: boolean;
  /** Whether a run uses something up, so that there may be nothing left to repeat it on. */
  readonly costly: boolean;
  /** `experiment:path`, for `--path`. */
  readonly path: string;
}

const mostShrinks = 40;
const confirmations = 3;
/** Whether it was repeated and never recurred. */
export function neverRecurred<Found extends Findings>({ times, tries }: SeenBreach<Found>): boolean {
  return times === 1 && tries > 1;
}

type Counts = Readonly<Record<'times' | 'tries' | 'arguable' | 'byIntermediary', number>>;

/** An input for which the statement was seen broken. */
interface Counterexample<Given, On extends Tested> extends Contradiction<On['findings']> {
  readonly given: Given;
  readonly exchanges: readonly On['findings']['exchange'][];
  readonly isArguable: boolean;
}

/** An observation in which a statement held. */
export interface Held<Given, Seen> {
  readonly given: Given;
  readonly seen: Seen;
}

/** How a rule reads the runs of an experiment. */
export interface Reading<Given, Seen, On extends Tested> {
  readonly rule: string;
  /** Whether it reads the exchanges that it takes as evidence, not what the experiment was made to see. */
  readonly forEvidence: boolean;
  /** Null if the run says nothing about the statement. */
  judge(observed: Observed<Seen, On['findings']>, given: Given): Judgement<On['findings']> | null;
  /** The named breaches that would have been caught. */
  caught(held: readonly Held<Given, Seen>[]): readonly string[];
  /** Why an observation could not have shown some breaches; null if it could. */
  limitation(held: Held<Given, Seen>): string | null;
  /**
   * The requests to which the statement demands an answer; null if it demands none, or missing answers are not tracked.
   */
  readonly demandsAnswer: On['answerDemanded'] | null;
  /** Whether what is seen once counts together with other sightings, unless others write. */
  readonly countsUnlessOthersWrite: boolean;
}

/** What a search works on. */
export interface Searched<Given, Seen, On extends Tested> {
  readonly reading: Reading<Given, Seen, On>;
  readonly experiment: Experiment<Given, Seen, On>;
  readonly source: Source<On>;
  /** Inputs that are not tried; inputs that showed a breach are added. */
  readonly setAside: Set<string>;
  /** Only these inputs are tried, until one of them shows a breach; null: all inputs. */
  readonly only: ReadonlySet<string> | null;
  /** Whether a breach is confirmed as soon as it recurs, and not looked at further. */
  readonly isBrief: boolean;
}

/** The state of one search for a counterexample. */
export class Search<Given, Seen, On extends Tested> {
  readonly #reading: Reading<Given, Seen, On>;
  readonly #experiment: Experiment<Given, Seen, On>;
  readonly #source: Source<On>;
  readonly #guard: InterferenceGuard;
  readonly #setAside: Set<string>;
  readonly #only: ReadonlySet<string> | null;
  readonly #isBrief: boolean;
  readonly #held: Held<Given, Seen>[] = [];
  #failing: Counterexample<Given, On> | undefined;
  /** The counterexample that the search found first, before it was shrunk. */
  #found: Counterexample<Given, On> | undefined;
  #shrinks = 0;
  readonly #silent: SilentInputs<Given, Seen, On>;
  readonly unmet = new Map<string, UnmetPremise>();
  judged = 0;
  fault: unknown;

  constructor({ reading, experiment, source, setAside, only, isBrief }: Searched<Given, Seen, On>) {
    this.#reading = reading;
    this.#experiment = experiment;
    this.#source = source;
    this.#setAside = setAside;
    this.#only = only;
    this.#isBrief = isBrief;
    const { rule, forEvidence } = reading;
    this.#guard = source.guard(experiment, { rule, experiment: experiment.name, forEvidence });
    this.#silent = new SilentInputs({ reading, experiment, source, guard: this.#guard });
  }

  /** Tries one input: true unless the statement was seen broken. Nothing is ever thrown into fast-check. */
  async try(given: Given): Promise<boolean> {
    if (this.fault !== undefined || this.#setAside.has(inputKey(given))) return true;
    if (this.#failing !== undefined) {
      this.#shrinks += 1;
      if (this.#shrinks > mostShrinks) return true;
    } else if (this.#only?.has(inputKey(given)) === false) return true;
    try {
      return await this.#look(given, false);
    } catch (error) {
      this.fault = error;
      return true;
    }
  }

  async #look(given: Given, fresh: boolean): Promise<boolean> {
    const { rule, forEvidence } = this.#reading;
    const observed = await this.#experiment.observe(this.#source, given, fresh ? rule : null);
    if (!fresh) this.#silent.observed(given, observed.exchanges);
    const isMet = observed.kind === 'seen';
    const unmet = isMet
      ? observed.leftOut.map((reason) => premiseOf(reason))
      : [premiseOf(observed.reason, observed.blockedBy)];
    if (!forEvidence) for (const premise of unmet) this.unmet.set(premise.message, premise);
    const judgement = this.#reading.judge(observed, given);
    if (judgement === null) return true;
    this.judged += 1;
    if (judgement.kind === 'held') {
      if (isMet) this.#hold({ given, seen: observed.seen });
      return true;
    }
    const { kind, ...contradiction } = judgement;
    const isArguable = kind === 'arguable';
    this.#failing = { ...contradiction, given, exchanges: observed.exchanges, isArguable };
    this.#found ??= this.#failing;
    return false;
  }

  #hold(held: Held<Given, Seen>): void {
    this.#held.push(held);
    const limitation = this.#reading.limitation(held);
    if (limitation !== null) this.unmet.set(limitation, premiseOf(limitation));
  }

  /** Continues with smaller counterexamples, by the experiment's own idea of what is smaller. */
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
   * Runs the counterexample again, three times; null if there is none. If it never recurs, it may have been shrunk by
   * chance, so the one found first is run again.
   */
  async confirmed(path: string): Promise<SeenBreach<On['findings']> | null> {
    const failing = this.#failing;
    const found = this.#found;
    if (failing === undefined || found === undefined || this.fault instanceof Stopped) return null;
    for (const { given } of [found, failing]) this.#setAside.add(inputKey(given));
    const smallest = await this.#seenAgain(failing, path);
    if (smallest === null || !neverRecurred(smallest)) return smallest;
    if (this.fault !== undefined || found.given === failing.given) return smallest;
    const larger = await this.#seenAgain(found, path.replace(/(?<=:\d+):.*$/, ''));
    return larger !== null && larger.times > 1 ? larger : smallest;
  }

  /**
   * A look that others interfered with, or that came while every caller was refused, does not count and is repeated. If
   * other clients were active, looks are repeated more often, and what does not show each time may be their doing. Null
   * if the run was stopped before it was known whether it is.
   */
  async #seenAgain(
    failing: Counterexample<Given, On>,
    path: string,
  ): Promise<SeenBreach<On['findings']> | null> {
    this.#failing = failing;
    const doubts: Doubt[] = [];
    let times = 1;
    let tries = 1;
    let arguable = failing.isArguable ? 1 : 0;
    let byIntermediary = this.#isByIntermediary(failing) ? 1 : 0;
    const most = (): number =>
      confirmations * (this.#guard.sawInterference ? 2 : 1) + Math.min(doubts.length, confirmations);
    for (let looks = 0; looks < most(); looks += 1) {
      const before = this.judged;
      try {
        const { held, doubt } = await this.#guard.during(async () => this.#look(failing.given, true));
        if (doubt !== null) {
          this.#failing = failing;
          doubts.push(doubt);
          continue;
        }
        if (this.judged === before) continue;
        tries += 1;
        if (held) continue;
        times += 1;
        if (this.#isByIntermediary(this.#failing)) byIntermediary += 1;
        if (this.#failing.isArguable) arguable += 1;
        if (this.#isBrief && times === tries && arguable + byIntermediary + doubts.length === 0) break;
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
    // A run made for something else may not send the revealing request again, so it does not count as costly.
    const costly = this.#experiment.costly === true && !this.#reading.forEvidence;
    const breach = this.#failing;
    if (costly && tries === 1 && (await this.#unlessFault(async () => this.#guard.isBusy(breach), false)))
      doubts.push('disturbed');
    const doubt = await this.#doubtIn(breach, { times, tries, arguable, byIntermediary }, doubts);
    if (doubt === 'not known') return null;
    const isByIntermediary = times === 1 && tries > confirmations && byIntermediary === 1;
    const counted = { times, tries, isByIntermediary, costly, path };
    const { isArguable: _, ...seen } = this.#failing;
    return { ...seen, ...counted, ...(doubt === undefined ? {} : { doubt }) };
  }

  #isByIntermediary({ exchanges }: Counterexample<Given, On>): boolean {
    return this.#source.exchangeReader.isByIntermediary(exchanges, this.#experiment);
  }

  /** Why what was seen this many times does not count; undefined if it does. */
  async #doubtIn(
    breach: Contradiction<On['findings']>,
    { times, tries, arguable, byIntermediary }: Counts,
    doubts: readonly Doubt[],
  ): Promise<Doubt | 'not known' | undefined> {
    if (arguable > 0 && times - arguable < 2) return 'arguable';
    const isUnsteady = times > 1 && times < tries;
    if (byIntermediary > 0 && times - byIntermediary < 2 && (isUnsteady || tries === 1))
      return 'by an intermediary';
    if (times === 1 && !this.#reading.countsUnlessOthersWrite) return doubts.at(-1);
    const isTheirs = await this.#unlessFault(
      async () => this.#guard.isInterferedWith(breach, isUnsteady || times === 1),
      null,
    );
    if (isTheirs === null && this.fault instanceof Stopped) return 'not known';
    if (isTheirs === true) return 'disturbed';
    return times === 1 ? doubts.at(-1) : undefined;
  }

  /** Whether the statement held at each look, if it is the look itself that seems to be interference. */
  async #seenByTurns({ given }: Counterexample<Given, On>): Promise<readonly boolean[]> {
    const found = this.#failing;
    const held = await this.#unlessFault(
      async () => this.#guard.byTurns(async () => this.#look(given, true), confirmations),
      [],
    );
    this.#failing = found;
    return held;
  }

  /** Whether a request never got an answer although the statement demands one; see {@link SilentInputs.breach}. */
  async silence(): Promise<SeenBreach<On['findings']> | null> {
    if (this.fault !== undefined) return null;
    return this.#unlessFault(async () => this.#silent.breach(), null);
  }

  async #unlessFault<Found>(find: () => Promise<Found>, otherwise: Found): Promise<Found> {
    try {
      return await find();
    } catch (error) {
      this.fault = error;
      return otherwise;
    }
  }

  /** Whether the run was stopped before a breach that was seen could be confirmed. */
  get isBrokenOff(): boolean {
    return this.#failing !== undefined && this.fault instanceof Stopped;
  }

  caught(): readonly string[] {
    return this.#reading.caught(this.#held);
  }
}
