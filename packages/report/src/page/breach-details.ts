/** A breach as HTML: what was expected, what came, and how to see it again. */
import type { Difference } from '@outreach-api/engine';
import type { BreachReport } from '../json-report.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { codeBlock } from './code-block.ts';
import { exchangeCard } from './exchange-card.ts';
import { prose } from '../prose.ts';

const mostAtOnce = 3;

/**
 * A breach as HTML.
 *
 * @param id - of the rule that is broken
 */
export function breachDetails(id: string, breach: BreachReport): Markup {
  return markup`<dl class="versus">
<div class="expected"><dt>Expected</dt><dd>${prose(breach.expected)}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${prose(breach.actual)}</dd></div>
</dl>
${differences(breach.difference ?? [])}
<p class="seen">Seen ${breach.seen} times.</p>
<h3>What was sent and received</h3>
<ol class="exchanges">${breach.exchanges.map(exchangeCard)}</ol>
${breach.curl === '' ? nothing : markup`<h3>Reproduce it</h3>${codeBlock(`curl for ${id}`, breach.curl, true)}`}
<h3>Replay just this</h3>
${codeBlock(`replay of ${id}`, breach.replay, true)}`;
}

/** The first differences; the others can be expanded. */
function differences(all: readonly Difference[]): Markup {
  if (all.length === 0) return nothing;
  const others = all.slice(mostAtOnce);
  return markup`<h3>Where it differs</h3>
${differenceTable(all.slice(0, mostAtOnce))}
${others.length === 0 ? nothing : markup`<details class="headers"><summary>${others.length} more</summary>${differenceTable(others)}</details>`}`;
}

function differenceTable(difference: readonly Difference[]): Markup {
  const rows = difference.map(
    ({ path, expected, actual }) =>
      markup`<tr><th scope="row"><code>${path}</code></th><td class="was">${expected}</td><td class="is">${actual}</td></tr>`,
  );
  return markup`<table class="difference"><thead><tr><th scope="col">Field</th><th scope="col">Expected</th><th scope="col">Actual</th></tr></thead><tbody>${rows}</tbody></table>`;
}
