/** Known deviations, and what came of them, as HTML. */
import type { JudgedDeviation } from '../../deviations/known-deviation.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { prose } from '../prose.ts';

/** Known deviations, those that need to be looked at first; nothing where none are listed. */
export function deviationList(deviations: readonly JudgedDeviation[]): Markup {
  if (deviations.length === 0) return nothing;
  const redFirst = deviations.toSorted((a, b) => Number(b.red) - Number(a.red));
  return markup`<section aria-labelledby="deviations">
<h2 id="deviations">Known deviations <span class="count">${deviations.length}</span></h2>
<ul class="deviations">${redFirst.map(
    ({ red, says, state }) => markup`<li class="${red ? 'red' : 'quiet'}"><b>${state}</b> ${prose(says)}</li>
`,
  )}</ul>
</section>`;
}
