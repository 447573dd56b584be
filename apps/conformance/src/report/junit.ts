/** A report as JUnit XML, as Jenkins, GitLab and others read it. */
import { isAccepted } from '../deviations/judge-deviations.ts';
import { isOfUndecided } from '../deviations/unlisted.ts';
import { breachText } from './breach-text.ts';
import type { JsonReport, ReportedRule } from './json-report.ts';
import { leftInWords } from './left-on-target.ts';
import { changesInWords } from './left-to-restore.ts';
import { targetInWords } from './target-in-words.ts';
import { lines, markup, nothing, type Markup } from './markup.ts';
import { ruleGroups } from './rule-groups.ts';

/** A test case: the result of a rule, or the state of an entry of the known deviations. */
interface Case {
  readonly name: string;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  readonly seconds: number;
  readonly detail: Markup;
}

interface Suite {
  readonly title: string;
  readonly cases: readonly Case[];
}

/**
 * A report as JUnit XML: a suite for each part of the description, a case for each rule. What is inconclusive, skipped
 * or a known deviation is `skipped` with the reason, a fault of the suite an `error`. If undecided rules turn the run
 * red, an inconclusive one fails, with the entry that would list it. Known deviations have a suite of their own, in
 * which an outdated entry fails.
 */
export function junitXml(report: JsonReport): string {
  const suites = suitesOf(report);
  const cases = suites.flatMap((suite) => suite.cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    markup`<testsuites name="outreach-conformance" ${countsOf(cases)} time="${report.seconds.toFixed(3)}">
${lines(suites.map((suite) => suiteElement(suite, report)))}
</testsuites>
`.markup
  }`;
}

function suitesOf(report: JsonReport): readonly Suite[] {
  const { rules, deviations } = report;
  const suites = ruleGroups(rules).map(({ title, rules: members }) => ({
    title,
    cases: members.map((rule) => ruleCase(rule, report)),
  }));
  const ofTheRun = [...undoneCases(report), ...changeCases(report)];
  if (ofTheRun.length > 0) suites.unshift({ title: 'The run', cases: ofTheRun });
  if (deviations.length === 0) return suites;
  const entries = deviations.map(({ rule, red, says }): Case => {
    const detail = red ? markup`<failure type="known deviation" message="${says}"/>` : nothing;
    return { name: `${rule} is listed rightly`, outcome: red ? 'failure' : 'passed', seconds: 0, detail };
  });
  return [...suites, { title: 'Known deviations', cases: entries }];
}

/** A run that could not be done, or was ended by an outage, is red whatever its rules say. */
function undoneCases({ error = null }: JsonReport): readonly Case[] {
  if (error === null) return [];
  const detail = markup`<error type="not done" message="${error}"/>`;
  const name = 'the run could be done, and the target answered throughout';
  return [{ name, outcome: 'error', seconds: 0, detail }];
}

/** What the run has left on the target; it fails if that should have been restored. */
function changeCases({ ledger, restore }: JsonReport): readonly Case[] {
  const name = 'what can be restored on the target was restored';
  const left = leftInWords(ledger);
  if (restore == null) {
    if (left.length === 0) return [];
    const detail = markup`<system-out>Left on the target:
${left.join('\n')}</system-out>`;
    return [{ name, outcome: 'passed', seconds: 0, detail }];
  }
  const message = `${changesInWords(restore)} left on the target. Restore what can be: ${restore.command}`;
  const changes = restore.changes.join('\n');
  const detail = markup`<failure type="not restored" message="${message}">${changes}</failure>`;
  return [{ name, outcome: 'failure', seconds: 0, detail }];
}

function ruleCase(rule: ReportedRule, { deviations, unlisted = [] }: JsonReport): Case {
  const isKnown = isAccepted(rule.id, deviations);
  const { id, says, level, verdict, reason, fault, breach, seconds = 0 } = rule;
  const name = `${id} ${says}`;
  if (breach !== null && !isKnown) {
    const message = `expected ${breach.expected}; actual ${breach.actual}`;
    const detail = markup`<failure type="${level}" message="${message}">${breachText(rule, breach)}</failure>`;
    return { name, outcome: 'failure', seconds, detail };
  }
  if (fault)
    return {
      name,
      outcome: 'error',
      seconds,
      detail: markup`<error type="fault" message="${reason ?? ''}"/>`,
    };
  const toList = unlisted.find((entry) => entry.rule === id && isOfUndecided(entry));
  if (toList !== undefined) {
    const message = `${verdict}, and not listed as such: ${reason ?? ''}`;
    const detail = markup`<failure type="undecided" message="${message}">${JSON.stringify(toList)}</failure>`;
    return { name, outcome: 'failure', seconds, detail };
  }
  if (verdict === 'pass') return { name, outcome: 'passed', seconds, detail: nothing };
  const why = breach === null ? `${verdict}: ${reason ?? ''}` : `known deviation: ${breach.actual}`;
  return { name, outcome: 'skipped', seconds, detail: markup`<skipped message="${why}"/>` };
}

/** The time of a case is its share of the run's time, which is on the root element: rules are tried in parallel. */
function suiteElement({ title, cases }: Suite, report: JsonReport): Markup {
  const { startedAt, target, seed, version, deployment } = report;
  const skipped = cases.filter(({ outcome }) => outcome === 'skipped').length;
  const properties = [
    ['target', targetInWords(target)],
    ...(deployment === undefined ? [] : [['deployment', deployment] as const]),
    ['seed', seed],
    ['suite', `@outreach-api/conformance ${version}`],
  ] as const;
  return markup`  <testsuite name="${title}" ${countsOf(cases)} skipped="${skipped}" time="${timeOf(cases)}" timestamp="${startedAt.slice(0, 19)}">
    <properties>
${lines(properties.map(([name, value]) => markup`      <property name="${name}" value="${value}"/>`))}
    </properties>
${lines(cases.map((one) => markup`    <testcase name="${one.name}" classname="outreach.${title}" time="${timeOf([one])}">${one.detail}</testcase>`))}
  </testsuite>`;
}

function timeOf(cases: readonly Case[]): string {
  return cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
}

function countsOf(cases: readonly Case[]): Markup {
  const count = (outcome: Case['outcome']): number => cases.filter((one) => one.outcome === outcome).length;
  return markup`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
}
