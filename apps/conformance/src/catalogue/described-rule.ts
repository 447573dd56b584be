/** A rule as the catalogue describes it, for people and as JSON. */
import type { Cost, Phase } from '../engine/experiment.ts';
import type { Rule, Trial } from '../engine/rule.ts';
import { needInWords, type Need } from '../target/needs.ts';

/** A way in which a rule looks at the target. */
export interface DescribedExperiment {
  readonly name: string;
  /** What it does to the target, in words. */
  readonly does: string;
  /** What the target's owner must have allowed or provided, in the words of the target file. */
  readonly needs: readonly string[];
  /** Of the budgets of the target file, for each input. */
  readonly spends: Cost;
}

/** A rule as the catalogue describes it. */
export interface DescribedRule {
  readonly id: string;
  readonly level: string;
  readonly section: string;
  readonly says: string;
  /** What must be allowed or provided for it to be tried at all; empty where it is always tried. */
  readonly needs: readonly string[];
  /** What more must be allowed or provided for its whole verdict. */
  readonly needsForAll: readonly string[];
  /** The breaches that it must be able to see, or it does not pass. */
  readonly catches: readonly string[];
  readonly experiments: readonly DescribedExperiment[];
  /** Whether every other exchange of the run is evidence, too: it can show a breach, and never makes the rule pass. */
  readonly takesEvidence: boolean;
}

const doings: Readonly<Record<Phase, string>> = {
  look: 'only looks',
  refusal: 'sends what should be refused',
  change: 'changes something',
  'refused deletion': 'sends deletions that should be refused',
  delete: 'comes late: it uses up, deletes, or looks at what others made',
  flood: 'comes last: it floods, or looks at the whole run',
};

/** Describes a rule. */
export function describeRule({
  id,
  level,
  section,
  says,
  breachNames,
  trials,
  evidence,
}: Rule): DescribedRule {
  const least = trials.toSorted((a, b) => a.needs.length - b.needs.length)[0]?.needs ?? [];
  const all = [...new Set(trials.flatMap(({ needs }) => needs))];
  return {
    id,
    level,
    section,
    says,
    needs: inWords(least),
    needsForAll: inWords(all.filter((need) => !least.includes(need))),
    catches: breachNames,
    experiments: trials.map(describeTrial),
    takesEvidence: evidence !== null,
  };
}

function describeTrial({ experiment, phase, needs, cost }: Trial): DescribedExperiment {
  return { name: experiment, does: doings[phase], needs: inWords(needs), spends: cost };
}

function inWords(needs: readonly Need[]): readonly string[] {
  return needs.map(needInWords);
}
