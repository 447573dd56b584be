/** The table of contents, next to the page, or on top of it on a narrow screen. */
import { isAccepted } from '../deviations/judge-deviations.ts';
import type { JsonReport } from '../json-report.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { ruleGroups } from '../rule-groups.ts';

/** How many broken rules are named; the filter finds the others. */
const mostNamed = 20;

/** The table of contents. Without scripts it is collapsed, and can be expanded. */
export function contents(report: JsonReport): Markup {
  const { deviations, observations, ledger, rules, target, unlisted = [] } = report;
  const failed = rules.filter(({ id, verdict }) => verdict === 'fail' && !isAccepted(id, deviations));
  const groups = ruleGroups(rules).map((group, index) => {
    const broken = group.rules.filter((rule) => failed.includes(rule)).slice(0, mostNamed);
    return entry(
      `group-${index}`,
      group.title,
      broken.map(({ id }) => markup`<li><a href="#${id}">${id}</a></li>`),
    );
  });
  return markup`<nav class="contents" aria-label="Contents"><details><summary>Contents</summary>
<ul>${groups}
${deviations.length + unlisted.length === 0 ? nothing : entry('deviations', deviations.length === 0 ? 'Known deviations' : `Known deviations (${deviations.length})`)}
${observations.length === 0 ? nothing : entry('observations', `Observations (${observations.length})`)}
${target.client === undefined ? entry('ledger', `Ledger (${ledger.length})`) : nothing}
${entry('how-to-read', 'How to read this')}
</ul></details></nav>`;
}

function entry(id: string, title: string, under: readonly Markup[] = []): Markup {
  return markup`<li><a href="#${id}">${title}</a>${under.length === 0 ? nothing : markup`<ul>${under}</ul>`}</li>
`;
}
