/** A report as test cases, for the formats of test runners. */
import { isAccepted } from './deviations/judge-deviations.ts';
import { isOfUndecided } from './deviations/unlisted.ts';
import { breachText } from './breach-text.ts';
import type { JsonReport, ReportedRule } from './json-report.ts';
import { leftInWords } from './left-on-target.ts';
import { changesInWords } from './left-to-restore.ts';
import { ruleGroups } from './rule-groups.ts';

/** How a test case ended, with what there is to say about it. */
export type CaseOutcome =
  | { readonly outcome: 'passed'; readonly output?: string }
  | { readonly outcome: 'skipped'; readonly message: string }
  | {
      readonly outcome: 'failure' | 'error';
      /** A word or two. */
      readonly type: string;
      readonly message: string;
      readonly text?: string;
    };

/** A test case: the result of a rule, the state of an entry of the known deviations, or something of the whole run. */
export type TestCase = CaseOutcome & {
  readonly name: string;
  readonly seconds: number;
  /** The rule whose result it is; not set if it is none's. */
  readonly rule?: ReportedRule;
};

/** Test cases that belong together. */
export interface TestSuite {
  readonly title: string;
  readonly cases: readonly TestCase[];
}

/**
 * A report as test cases: a suite for each part of the description, a case for each rule. What is inconclusive, skipped
 * or a known deviation is `skipped` with the reason, a fault of the suite an `error`. If undecided rules turn the run
 * red, an inconclusive one fails, with the entry that would list it. Known deviations have a suite of their own, in
 * which an outdated entry fails.
 */
export function testSuites(report: JsonReport): readonly TestSuite[] {
  const { rules, deviations } = report;
  const ofTheRun = [...undoneCases(report), ...changeCases(report)];
  const entries = deviations.map(({ rule, red, says }): TestCase => {
    const name = `${rule} is listed correctly`;
    return red
      ? { name, seconds: 0, outcome: 'failure', type: 'known deviation', message: says }
      : { name, seconds: 0, outcome: 'passed' };
  });
  return [
    { title: 'The run', cases: ofTheRun },
    ...ruleGroups(rules).map(({ title, rules: members }) => ({
      title,
      cases: members.map((rule) => ruleCase(rule, report)),
    })),
    { title: 'Known deviations', cases: entries },
  ].filter(({ cases }) => cases.length > 0);
}

/** A run that could not be done, or was ended by an outage, is red whatever its rules say. */
function undoneCases({ error = null }: JsonReport): readonly TestCase[] {
  if (error === null) return [];
  const name = 'the run could be done, and the target answered throughout';
  return [{ name, seconds: 0, outcome: 'error', type: 'not done', message: error }];
}

/** What the run has left on the target; it fails if that should have been restored. */
function changeCases({ ledger, restore }: JsonReport): readonly TestCase[] {
  const name = 'what can be restored on the target was restored';
  const left = leftInWords(ledger);
  if (restore == null) {
    if (left.length === 0) return [];
    return [{ name, seconds: 0, outcome: 'passed', output: `Left on the target:\n${left.join('\n')}` }];
  }
  const message = `${changesInWords(restore)} left on the target. Restore what can be: ${restore.command}`;
  const text = restore.changes.join('\n');
  return [{ name, seconds: 0, outcome: 'failure', type: 'not restored', message, text }];
}

function ruleCase(rule: ReportedRule, report: JsonReport): TestCase {
  const { id, says, seconds = 0 } = rule;
  return { name: `${id} ${says}`, seconds, rule, ...outcomeOf(rule, report) };
}

function outcomeOf(rule: ReportedRule, { deviations, unlisted = [] }: JsonReport): CaseOutcome {
  const { id, level, verdict, reason, fault, breach } = rule;
  if (breach !== null && !isAccepted(id, deviations)) {
    const message = `expected ${breach.expected}; actual ${breach.actual}`;
    return { outcome: 'failure', type: level, message, text: breachText(rule, breach) };
  }
  if (fault) return { outcome: 'error', type: 'fault', message: reason ?? '' };
  const toList = unlisted.find((entry) => entry.rule === id && isOfUndecided(entry));
  if (toList !== undefined) {
    const message = `${verdict}, and not listed as such: ${reason ?? ''}`;
    return { outcome: 'failure', type: 'undecided', message, text: JSON.stringify(toList) };
  }
  if (verdict === 'pass') return { outcome: 'passed' };
  const why = breach === null ? `${verdict}: ${reason ?? ''}` : `known deviation: ${breach.actual}`;
  return { outcome: 'skipped', message: why };
}
