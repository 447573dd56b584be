/** Known deviations and their states, as HTML. */
import { entryLines, whatToList } from '../deviation-text.ts';
import type { JsonReport } from '../json-report.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { codeBlock } from './code-block.ts';
import { prose } from '../prose.ts';

/** Known deviations, those that need attention first, and the entries to add; empty if there are neither. */
export function deviationList(report: JsonReport): Markup {
  const { deviations, unlisted = [] } = report;
  if (deviations.length === 0 && unlisted.length === 0) return nothing;
  const redFirst = deviations.toSorted((a, b) => Number(b.red) - Number(a.red));
  return markup`<section aria-labelledby="deviations">
<h2 id="deviations">Known deviations${deviations.length === 0 ? nothing : markup` <span class="count">${deviations.length}</span>`}</h2>
${
  deviations.length === 0
    ? nothing
    : markup`<ul class="deviations">${redFirst.map(
        ({
          red,
          says,
          state,
        }) => markup`<li class="${red ? 'red' : 'quiet'}"><b>${state}</b> ${prose(says)}</li>
`,
      )}</ul>`
}
${
  unlisted.length === 0
    ? nothing
    : markup`<p>${whatToList(report)}, paste into <code>deviations</code> of the file of known deviations:</p>
${codeBlock('Entries for the known deviations', entryLines(report).join('\n'), true)}`
}
</section>`;
}
