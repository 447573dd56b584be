/** Says how many of the rules a run decides with a target file, and what each further permission would add. */
import type { Rule } from '../session/suite.ts';
import { allNeeds, type Need } from '../rules/needs.ts';
import { needInWords, unmetNeeds } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import { conditionsOf, type Condition } from './conditions.ts';
import type { Revealed } from './finding.ts';

/** How many of the rules a run decides. */
export interface Decidable {
  /** Rules that will pass or fail. */
  readonly whole: readonly string[];
  /** Rules for which nothing is missing, but which depend on what only the run shows. */
  readonly open: readonly string[];
  /** Rules that stay undecided unless they fail: some of their experiments are not possible, or show too little. */
  readonly inPart: readonly string[];
  /** Rules that will be skipped. */
  readonly notAtAll: readonly string[];
  /** What the open rules depend on, and why rules for which nothing is missing stay undecided. */
  readonly conditions: readonly Condition[];
  readonly improvements: readonly Improvement[];
}

/** Something that the target file does not allow or provide, and what it would add. */
export interface Improvement {
  /** In the words of the target file. */
  readonly what: string;
  /** Rules that lack nothing else. */
  readonly adds: readonly string[];
  /** Further rules that need it, and something else as well. */
  readonly helps: readonly string[];
}

/**
 * How many of the rules a run decides, and what each missing thing would add.
 *
 * @param target - without what was seen not to work
 * @param revealed - what reading has shown
 */
export function decidable(rules: readonly Rule[], target: Target, revealed: Revealed): Decidable {
  const missingOf = (rule: Rule): readonly Need[] => unmetNeeds(rule.needs, target);
  const idsOf = (test: (rule: Rule) => boolean): readonly string[] => rules.filter(test).map(({ id }) => id);
  const isTried = (rule: Rule): boolean =>
    rule.trials.some((trial) => unmetNeeds(trial.needs, target).length === 0);
  const complete = rules.filter((rule) => missingOf(rule).length === 0);
  const conditions = conditionsOf(complete, target, revealed);
  const known = new Set(conditions.flatMap(({ rules: some, isKnown }) => (isKnown ? some : [])));
  const open = new Set(conditions.flatMap(({ rules: some }) => some.filter((id) => !known.has(id))));
  const isComplete = (rule: Rule): boolean => complete.includes(rule);
  const wished = new Set(rules.flatMap(missingOf));
  const improvements = allNeeds
    .filter((need) => wished.has(need))
    .map((need) => ({
      what: needInWords(need),
      adds: idsOf((rule) => missingOf(rule).includes(need) && missingOf(rule).length === 1),
      helps: idsOf((rule) => missingOf(rule).includes(need) && missingOf(rule).length > 1),
    }));
  return {
    whole: idsOf((rule) => isComplete(rule) && !known.has(rule.id) && !open.has(rule.id)),
    open: [...open],
    inPart: idsOf((rule) => (isComplete(rule) ? known.has(rule.id) : isTried(rule))),
    notAtAll: idsOf((rule) => !isComplete(rule) && !isTried(rule)),
    conditions,
    improvements,
  };
}
