/** Rules that a test is about, by id or group. */
import { rules } from '../src/catalogue/rules.ts';
import { selectRules } from '../src/catalogue/select-rules.ts';
import type { StatementId } from '@outreach-api/model/generated/statements';
import type { Rule } from '../src/session/suite.ts';

/** The rules of these ids and groups, e.g. `PAGE-06` and `PROF`, in the order of the statements. */
export function rulesNamed(...names: readonly string[]): readonly Rule[] {
  return selectRules(rules, names);
}

/** The rule on a statement. */
export function ruleNamed(id: StatementId): Rule {
  const [rule] = rulesNamed(id);
  if (rule === undefined) throw new Error(`no rule is on ${id}`);
  return rule;
}
