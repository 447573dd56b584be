/** Tells how many of the rules can be decided with a target file, and what each further permission would add. */
import type { Rule } from '../engine/rule.ts';
import { allNeeds, isMet, missing, needInWords, type Need } from '../target/needs.ts';
import type { Target } from '../target/target.ts';

/** How many of the rules can be decided. */
export interface Decidable {
  /** Rules that lack nothing. */
  readonly whole: readonly string[];
  /** Rules of which some experiments can be tried: they fail if these see a breach. */
  readonly inPart: readonly string[];
  readonly notAtAll: readonly string[];
  readonly wishes: readonly Wish[];
}

/** Something that the target file does not allow or provide, and what it would add. */
export interface Wish {
  /** In the words of the target file. */
  readonly what: string;
  /** Rules that lack nothing else. */
  readonly adds: readonly string[];
  /** Further rules that need it, and something else as well. */
  readonly helps: readonly string[];
}

/** How many of the rules can be decided with a target file, and what each missing thing would add. */
export function decidable(rules: readonly Rule[], target: Target): Decidable {
  const missingOf = (rule: Rule): ReadonlySet<Need> =>
    new Set(rule.needs.filter((need) => !isMet(need, target)));
  const idsOf = (test: (rule: Rule) => boolean): readonly string[] => rules.filter(test).map(({ id }) => id);
  const isWhole = (rule: Rule): boolean => missingOf(rule).size === 0;
  const isTried = (rule: Rule): boolean =>
    rule.trials.some((trial) => missing(trial.needs, target).length === 0);
  const wishes = allNeeds
    .filter((need) => !isMet(need, target))
    .map((need) => ({
      what: needInWords(need),
      adds: idsOf((rule) => missingOf(rule).has(need) && missingOf(rule).size === 1),
      helps: idsOf((rule) => missingOf(rule).has(need) && missingOf(rule).size > 1),
    }));
  return {
    whole: idsOf(isWhole),
    inPart: idsOf((rule) => !isWhole(rule) && isTried(rule)),
    notAtAll: idsOf((rule) => !isTried(rule)),
    wishes: wishes.filter(({ adds, helps }) => adds.length + helps.length > 0),
  };
}
