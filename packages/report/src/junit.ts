/** A report as JUnit XML, as Jenkins, GitLab and others read it. */
import type { JsonReport } from './json-report.ts';
import { targetInWords } from './target-in-words.ts';
import { lines, markup, nothing, type Markup } from './markup.ts';
import { testSuites, type TestCase, type TestSuite } from './test-cases.ts';

/** A report as JUnit XML. */
export function junitXml(report: JsonReport): string {
  const suites = testSuites(report);
  const cases = suites.flatMap((suite) => suite.cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    markup`<testsuites name="outreach-conformance" ${countsOf(cases)} time="${report.seconds.toFixed(3)}">
${lines(suites.map((suite) => suiteElement(suite, report)))}
</testsuites>
`.markup
  }`;
}

/** The time of a case is its share of the run's time, which is on the root element: rules are tried in parallel. */
function suiteElement({ title, cases }: TestSuite, report: JsonReport): Markup {
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
${lines(cases.map((one) => markup`    <testcase name="${one.name}" classname="outreach.${title}" time="${timeOf([one])}">${detailOf(one)}</testcase>`))}
  </testsuite>`;
}

function detailOf(one: TestCase): Markup {
  if (one.outcome === 'passed')
    return one.output === undefined ? nothing : markup`<system-out>${one.output}</system-out>`;
  if (one.outcome === 'skipped') return markup`<skipped message="${one.message}"/>`;
  const [attributes, text] = [markup`type="${one.type}" message="${one.message}"`, one.text ?? ''];
  return one.outcome === 'failure'
    ? markup`<failure ${attributes}>${text}</failure>`
    : markup`<error ${attributes}>${text}</error>`;
}

function timeOf(cases: readonly TestCase[]): string {
  return cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
}

function countsOf(cases: readonly TestCase[]): Markup {
  const count = (outcome: TestCase['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length;
  return markup`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
}
