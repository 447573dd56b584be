/** How often recorded exchanges kept or broke a rule, and which breaches would have been caught in them. */
import type { RecordedDoubt, Verdict } from '@outreach-api/engine';
import type { Contradiction, Judgement } from '../rules/breaches/breach-values.ts';
import type { RuleText, SeenBreach, RuleResult, Why } from '../rules/rule-result.ts';
import type { Exchange } from '@outreach-api/model/records/exchange';

/** How many exchanges are checked for the breaches that would have been caught in them. */
const mostAsked = 2000;
const mostSteady = 100;

/** Why a recording does not decide a rule, if no better reason is known. */
export const nothingShown = 'nothing in the recording shows it';

/** Why a breach has to be seen twice. */
export interface ToBeSeenTwice {
  /** The other possible explanation. */
  readonly unless: RecordedDoubt;
  /** What has to be the same both times. */
  readonly same: string;
}

/** The tally of recorded exchanges for a rule. */
export class RuleTally {
  readonly #rule: RuleText;
  readonly #unseen: Set<string>;
  /** The other possible explanation for what was seen once. */
  #explained: RecordedDoubt | null = null;
  /** How often it was broken, by what has to stay the same. */
  readonly #steady = new Map<string, number>();
  #asked = 0;
  #judged = 0;
  #broken = 0;
  /** What breaks it under one reading of the description and keeps it under another; null if nothing does. */
  #arguable: Contradiction | null = null;
  #first: { readonly contradiction: Contradiction; readonly exchanges: readonly Exchange[] } | null = null;
  #isConfirmed = false;

  constructor(rule: RuleText) {
    this.#rule = rule;
    this.#unseen = new Set(rule.breachNames);
  }

  /** Whether it is known that the rule is broken. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /**
   * The statement held: checks which named breaches would have been caught, as long as some are still unseen.
   *
   * @param caught - finds them
   */
  held(caught: () => readonly string[]): void {
    if (this.#unseen.size === 0 || this.#asked >= mostAsked) return;
    this.#asked += 1;
    for (const name of caught()) this.#unseen.delete(name);
  }

  /**
   * Counts what an exchange shows.
   *
   * @param twice - why a breach has to be seen twice, and what has to be the same; null if once is enough
   * @returns whether this exchange confirmed that the rule is broken
   */
  add(judgement: Judgement, twice: ToBeSeenTwice | null, exchanges: readonly Exchange[]): boolean {
    this.#judged += 1;
    if (judgement.kind === 'held') return false;
    const { kind, ...contradiction } = judgement;
    if (kind === 'arguable') {
      this.#arguable ??= contradiction;
      return false;
    }
    this.#broken += 1;
    this.#first ??= { contradiction, exchanges };
    if (this.#isConfirmed) return false;
    this.#explained = twice?.unless ?? null;
    this.#isConfirmed = twice === null || this.#isTwice(twice.same);
    return this.#isConfirmed;
  }

  /**
   * The result of the rule.
   *
   * @param why - the reason if the recording does not decide it
   */
  result(why = nothingShown): RuleResult {
    if (this.#judged === 0) return this.#as('skipped', { kind: 'unmet', message: why });
    const often = { kind: 'recorded', broken: this.#broken, judged: this.#judged } as const;
    if (this.#isConfirmed) return this.#as('fail', { ...often, doubted: null });
    if (this.#first !== null && this.#explained !== null) {
      const doubted = { unless: this.#explained, breach: this.#first.contradiction };
      return this.#as('inconclusive', { ...often, doubted });
    }
    if (this.#arguable !== null)
      return this.#as('inconclusive', { kind: 'doubted', doubt: 'arguable', breach: this.#arguable });
    if (this.#unseen.size === 0) return this.#as('pass', null);
    return this.#as('inconclusive', { kind: 'blind', unseen: [...this.#unseen] });
  }

  #as(verdict: Verdict, why: Why | null): RuleResult {
    const breach = verdict === 'fail' ? this.#breach() : null;
    const { breachNames } = this.#rule;
    return {
      rule: this.#rule,
      verdict,
      why: why === null ? [] : [why],
      runs: this.#judged,
      caught: breach === null ? breachNames.filter((name) => !this.#unseen.has(name)) : [],
      unseen: breach === null ? [...this.#unseen] : [],
      breach,
      seconds: 0,
      wants: [],
      fault: undefined,
    };
  }

  #breach(): SeenBreach | null {
    if (this.#first === null) return null;
    const { contradiction, exchanges } = this.#first;
    return {
      ...contradiction,
      given: null,
      exchanges,
      times: this.#broken,
      tries: this.#judged,
      costly: false,
      path: 'recording',
    };
  }

  #isTwice(steady: string): boolean {
    const times = (this.#steady.get(steady) ?? 0) + 1;
    if (this.#steady.size < mostSteady || this.#steady.has(steady)) this.#steady.set(steady, times);
    return times > 1;
  }
}
