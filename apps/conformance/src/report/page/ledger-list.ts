/** What a run did to its target, as HTML. */
import type { JsonReport } from '../json-report.ts';
import { markup, type Markup } from '../markup.ts';

type Ledger = JsonReport['ledger'];

/** What a run did to its target: what is left first, each kind of it to be opened. */
export function ledgerList(ledger: Ledger): Markup {
  const left = ledger.filter(({ undone }) => !undone);
  const undone = ledger.filter((entry) => entry.undone);
  return markup`<section aria-labelledby="ledger">
<h2 id="ledger">Ledger <span class="count">${ledger.length}</span></h2>
${
  ledger.length === 0
    ? markup`<p class="lead">The run changed nothing on the target.</p>`
    : markup`<p class="lead">What the run did to the target.</p>
${part('Left on the target', left)}${part('Taken back', undone)}`
}
</section>`;
}

function part(title: string, entries: Ledger): Markup {
  if (entries.length === 0) return markup`<h3>${title}: nothing</h3>`;
  const byAction = Map.groupBy(entries, ({ action }) => action);
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
