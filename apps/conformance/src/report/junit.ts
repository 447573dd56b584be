/** A report as JUnit XML, as Jenkins, GitLab and others read it. */
import { breachText } from './breach-text.ts';
import type { JsonReport, ReportedRule } from './json-report.ts';
import { lines, markup, nothing, type Markup } from './markup.ts';
import { ruleGroups, type RuleGroup } from './rule-groups.ts';

/**
 * A report as JUnit XML: a suite for each part of the description, a case for each rule. What is inconclusive or
 * skipped is `skipped` with the reason, a fault of the suite an `error`.
 */
export function junitXml(report: JsonReport): string {
  const groups = ruleGroups(report.rules);
  const { fail } = report.counts;
  const errors = report.rules.filter(({ fault }) => fault).length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    markup`<testsuites name="outreach-conformance" tests="${report.rules.length}" failures="${fail}" errors="${errors}" time="${report.seconds.toFixed(3)}">
${lines(groups.map((group) => suite(group, report)))}
</testsuites>
`.markup
  }`;
}

function suite({ title, rules }: RuleGroup, report: JsonReport): Markup {
  const count = (is: (rule: ReportedRule) => boolean): number => rules.filter(is).length;
  const errors = count(({ fault }) => fault);
  const skipped = count(isUndecided);
  // The time of the whole run lies with the root: rules share what they send, so that no part has its own.
  return markup`  <testsuite name="${title}" tests="${rules.length}" failures="${count(({ verdict }) => verdict === 'fail')}" errors="${errors}" skipped="${skipped}" timestamp="${report.startedAt.replace(/\.\d+Z$/, '')}">
    <properties>
      <property name="target" value="${report.target.baseUrl}"/>
      <property name="seed" value="${report.seed}"/>
      <property name="suite" value="@outreach-api/conformance ${report.version}"/>
    </properties>
${lines(rules.map((rule) => testCase(rule, title)))}
  </testsuite>`;
}

function testCase(rule: ReportedRule, title: string): Markup {
  return markup`    <testcase name="${rule.id} ${rule.says}" classname="outreach.${title}">${outcome(rule)}</testcase>`;
}

function outcome(rule: ReportedRule): Markup {
  if (rule.breach !== null) {
    const message = `expected ${rule.breach.expected}; actual ${rule.breach.actual}`;
    return markup`<failure type="${rule.level}" message="${message}">${breachText(rule, rule.breach)}</failure>`;
  }
  if (rule.fault) return markup`<error type="fault" message="${rule.reason ?? ''}"/>`;
  if (isUndecided(rule)) return markup`<skipped message="${rule.verdict}: ${rule.reason ?? ''}"/>`;
  return nothing;
}

function isUndecided({ verdict, fault }: ReportedRule): boolean {
  return (verdict === 'inconclusive' || verdict === 'skipped') && !fault;
}
