/** The results of all clients as one HTML page. */
import { lines, markup, nothing, type Markup } from '@outreach-api/report/markup';
import type { ReportedRule } from '@outreach-api/report/json-report';
import type { Expectations } from './expectation.ts';
import type { Judged } from './judging.ts';
import { rulesOf, verdictOn, whyOf } from './table.ts';

const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 0 auto; padding: 1rem; }
.scrolling { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: .25rem .5rem; text-align: center; white-space: nowrap; border-bottom: 1px solid #8884; }
tbody th, td.versions { text-align: left; } td a { color: inherit; text-decoration: none; }
td.pass { background: #2a72; } td.fail { background: #c436; } td.inconclusive { background: #db36; }
td.skipped, td.not-judged { background: #8883; } td.unexpected { outline: 3px solid #c0c; outline-offset: -3px; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1rem 0; overflow-x: auto; } section { border-top: 1px solid #8884; margin-top: 2rem; }
`;

const signs: Readonly<Record<ReportedRule['verdict'], string>> = {
  pass: '✓ pass',
  fail: '✕ fail',
  inconclusive: '? inconclusive',
  skipped: '– skipped',
};

/** One row per client, one column per rule; below, each client with its reasons and a plot of its waits. */
export function resultsPage(
  all: readonly Judged[],
  expected: Expectations,
  differences: readonly string[],
): string {
  const ids = rulesOf(all);
  return markup`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Clients and their statements</title><style>${{ markup: style }}</style><h1>Clients and their statements</h1>
<p>One row per client, one column per statement on clients; verdicts other than pass link to the reason. A frame marks what was not
expected of that client.</p>
${differenceList(differences)}
<div class="scrolling"><table><thead><tr><th scope="col">client</th><th scope="col">versions</th>${ids.map((id) => markup`<th scope="col" title="${saysOf(id, all)}">${id}</th>`)}</tr></thead>
<tbody>${lines(all.map((judged) => rowOf(judged, ids, expected)))}</tbody></table></div>
${lines(all.map((judged) => sectionOf(judged, expected)))}</html>
`.markup;
}

function differenceList(differences: readonly string[]): Markup {
  return differences.length === 0
    ? markup`<p>Every verdict is the one that was expected.</p>`
    : markup`<h2>Not as expected (${differences.length})</h2><ul>${differences.map((one) => markup`<li>${one}</li>`)}</ul>`;
}

function saysOf(id: string, all: readonly Judged[]): string {
  return all.flatMap(({ report }) => report?.rules ?? []).find((rule) => rule.id === id)?.says ?? '';
}

function rowOf(judged: Judged, ids: readonly string[], expected: Expectations): Markup {
  const { driver, versions } = judged;
  return markup`<tr><th scope="row"><a href="#${driver.name}">${driver.name}</a></th><td class="versions">${versions}</td>${ids.map((id) => cell(id, judged, expected))}</tr>`;
}

function cell(id: string, judged: Judged, expected: Expectations): Markup {
  const rule = verdictOn(id, judged);
  const { name } = judged.driver;
  if (rule === undefined)
    return markup`<td class="not-judged unexpected" title="${judged.fault ?? ''}"><a href="#${name}">not judged</a></td>`;
  const isExpected = (expected[name]?.[id]?.verdict ?? 'pass') === rule.verdict;
  const state = `${rule.verdict}${isExpected ? '' : ' unexpected'}`;
  if (rule.verdict === 'pass') return markup`<td class="${state}">${signs.pass}</td>`;
  return markup`<td class="${state}" title="${whyOf(rule)}"><a href="#${name}-${id}">${signs[rule.verdict]}</a></td>`;
}

function sectionOf({ driver, versions, report, fault, waits }: Judged, expected: Expectations): Markup {
  const rules = report?.rules ?? [];
  return markup`<section id="${driver.name}"><h2>${driver.name}</h2><p>${versions}</p>
${fault === null ? nothing : markup`<p>Not judged: ${fault}</p>`}
${waits === null ? nothing : markup`<figure>${waits.drawing}<figcaption>${waits.says}</figcaption></figure>`}
<dl>${rules.filter(({ verdict }) => verdict !== 'pass').map((rule) => verdictEntry(rule, driver.name, expected))}</dl></section>`;
}

function verdictEntry(rule: ReportedRule, name: string, expected: Expectations): Markup {
  const expectation = expected[name]?.[rule.id];
  const because =
    expectation === undefined
      ? nothing
      : markup`\nExpected: ${expectation.verdict}, because ${expectation.because}.`;
  return markup`<dt id="${name}-${rule.id}">${rule.id} ${signs[rule.verdict]}</dt>
<dd>${rule.says}
${whyOf(rule)}${because}</dd>`;
}
