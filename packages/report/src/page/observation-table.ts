/** How a target handles what the description leaves open, as an HTML table. */
import type { Observation } from '@outreach-api/model/records/observation';
import type { JsonReport } from '../json-report.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { prose } from '../prose.ts';

/** Observations as a table; empty if there are none. */
export function observationTable({
  observations,
  target,
}: Pick<JsonReport, 'observations' | 'target'>): Markup {
  if (observations.length === 0) return nothing;
  return markup`<section aria-labelledby="observations">
<h2 id="observations">Observations <span class="count">${observations.length}</span></h2>
<p class="lead">What the ${target.client === undefined ? 'target' : 'client'} does where the description is open. Never a breach, but worth comparing from run to run.</p>
<table><thead><tr><th scope="col">Statement</th><th scope="col">Question</th><th scope="col">Answer</th></tr></thead>
<tbody>${observations.map(row)}</tbody></table>
</section>`;
}

function row({ id, question, answer }: Observation): Markup {
  return markup`<tr data-row><td class="id">${id}</td><th scope="row">${prose(question)}</th><td>${prose(answer)}</td></tr>
`;
}
