/** What a run did to its target, as HTML. */
import type { JsonReport } from '../json-report.ts';
import { leftOnTarget } from '../left-on-target.ts';
import { markup, nothing, type Markup } from '../markup.ts';

type Ledger = JsonReport['ledger'];

/** What a run did to its target: what is left first, each kind expandable. Empty for a client, to which nothing is done. */
export function ledgerList({ ledger, target }: Pick<JsonReport, 'ledger' | 'target'>): Markup {
  if (target.client !== undefined) return nothing;
  const { left, calls } = leftOnTarget(ledger);
  const undone = Map.groupBy(
    ledger.filter((entry) => entry.undone),
    ({ action }) => action,
  );
  return markup`<section aria-labelledby="ledger">
<h2 id="ledger">Ledger <span class="count">${ledger.length}</span></h2>
${
  ledger.length === 0
    ? markup`<p class="lead">The run changed nothing on the target.</p>`
    : markup`<p class="lead">What the run did to the target.</p>
${part('Left on the target', left)}${part('Undone', undone)}${calls.length === 0 ? nothing : part('Left nothing there', new Map([['webhook calls asked for', calls]]))}`
}
</section>`;
}

function part(title: string, byAction: ReadonlyMap<string, Ledger>): Markup {
  if (byAction.size === 0) return markup`<h3>${title}: nothing</h3>`;
  return markup`<h3>${title}</h3>
${[...byAction].map(
  ([
    action,
    members,
  ]) => markup`<details class="kind"><summary>${action} <span class="count">${members.length}</span></summary>
<ul>${members.map(({ what }) => markup`<li>${what}</li>`)}</ul></details>
`,
)}`;
}
