/** A rule as the catalogue describes it, for people and as JSON. */
import type { Spendable } from '@outreach-api/engine';
import type { Rule } from '../session/suite.ts';
import type { RuleText } from '../rules/rule-result.ts';
import type { ClientRule } from '../clients/rules/client-rule.ts';
import { clientRules } from '../clients/rules/client-rules.ts';
import type { StatementId } from '@outreach-api/model/generated/statements';
import type { Need } from '../rules/needs.ts';
import { needInWords } from '../target/needs.ts';
import { rules } from './rules.ts';

/** A way in which a rule looks at the target; for a rule on clients, a scenario. */
export interface DescribedExperiment {
  readonly name: string;
  /** What it does to the target, or what happens in the scenario, in words. */
  readonly does: string;
  /** What the target's owner must have allowed or provided, in the words of the target file. */
  readonly needs: readonly string[];
  /** What each input spends of the target file's budgets. */
  readonly spends: Spendable;
}

/** A rule as the catalogue describes it. */
export interface DescribedRule {
  readonly id: StatementId;
  readonly judges: 'servers' | 'clients';
  readonly level: string;
  readonly section: string;
  readonly says: string;
  /** What must be allowed or provided for it to be tried at all; empty if it is always tried. */
  readonly needs: readonly string[];
  /** What more must be allowed or provided for a complete verdict. */
  readonly needsForAll: readonly string[];
  /** The breaches that it must be able to see in order to pass. */
  readonly catches: readonly string[];
  readonly experiments: readonly DescribedExperiment[];
  /** Whether every other exchange of the run is evidence, too: it can show a breach, and never makes the rule pass. */
  readonly takesEvidence: boolean;
}

/** Describes a rule on servers. */
function describeRule(rule: Rule): DescribedRule {
  const least = rule.trials.toSorted((a, b) => a.needs.length - b.needs.length)[0]?.needs ?? [];
  return {
    ...textOf(rule, 'servers'),
    needs: inWords(least),
    needsForAll: inWords(rule.needs.filter((need) => !least.includes(need))),
    experiments: rule.trials.map(({ experiment, does, needs, cost }) => ({
      name: experiment,
      does,
      needs: inWords(needs),
      spends: cost,
    })),
    takesEvidence: rule.evidence !== null,
  };
}

/** Describes a rule on clients: its experiments are the scenarios that show it. */
function describeClientRule({ ofDriver }: ClientRule): DescribedRule {
  const needs = [...new Set(ofDriver.trials.flatMap((trial) => trial.needs))];
  return {
    ...textOf(ofDriver, 'clients'),
    needs: needs.map((call) => `a driver that makes \`${call}\``),
    needsForAll: [],
    experiments: ofDriver.trials.map(({ experiment, does }) => ({
      name: experiment,
      does,
      needs: [],
      spends: {},
    })),
    takesEvidence: false,
  };
}

/** Describes all rules: on servers, then on clients. */
export function describedRules(): readonly DescribedRule[] {
  return [...rules.map(describeRule), ...clientRules.map(describeClientRule)];
}

type DescribedText = Pick<DescribedRule, 'id' | 'judges' | 'level' | 'section' | 'says' | 'catches'>;

function textOf(
  { id, level, section, says, breachNames }: RuleText,
  judges: DescribedRule['judges'],
): DescribedText {
  return { id, judges, level, section, says, catches: breachNames };
}

function inWords(needs: readonly Need[]): readonly string[] {
  return needs.map(needInWords);
}
