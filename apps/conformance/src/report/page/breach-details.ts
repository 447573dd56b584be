/** A breach as HTML: what was expected, what came, and how to see it again. */
import type { BreachReport } from '../breach-report.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { codeBlock } from './code-block.ts';
import { exchangeCard } from './exchange-card.ts';
import { prose } from './prose.ts';

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
<p class="seen">Seen ${breach.seen} times.${given(breach.given)}</p>
<h3>What was sent and what came</h3>
<ol class="exchanges">${breach.exchanges.map(exchangeCard)}</ol>
<h3>See it yourself</h3>
${codeBlock(`curl for ${id}`, breach.curl, true)}
<h3>Replay just this</h3>
${codeBlock(`replay of ${id}`, breach.replay, true)}`;
}

function given(input: unknown): Markup {
  const text = JSON.stringify(input);
  if (text === undefined || text === 'null' || text === '{}') return nothing;
  return markup` The smallest input that shows it: <code>${text}</code>`;
}
