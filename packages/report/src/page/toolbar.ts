/** Search and filters of the page; shown if scripts run. */
import type { Verdict } from '@outreach-api/engine';
import type { JsonReport } from '../json-report.ts';
import { markup, type Markup } from '../markup.ts';

const verdicts: readonly Verdict[] = ['fail', 'inconclusive', 'skipped', 'pass'];

/** Search and filters of the page. Without scripts they stay hidden: everything is shown then. */
export function toolbar({ counts, rules }: JsonReport): Markup {
  return markup`<form class="toolbar" role="search" aria-label="Rules" hidden>
<div class="filters" role="group" aria-label="Show by verdict">
<button type="button" data-filter="all" aria-pressed="true">all <b>${rules.length}</b></button>
${verdicts.map(
  (
    verdict,
  ) => markup`<button type="button" class="${verdict}" data-filter="${verdict}" aria-pressed="false">${verdict} <b>${counts[verdict]}</b></button>
`,
)}</div>
<div class="search"><label for="search">Search</label>
<input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="Search: id, word, header, url" aria-keyshortcuts="/">
<kbd aria-hidden="true">/</kbd></div>
<div class="folding"><button type="button" data-fold="open">Open all</button>
<button type="button" data-fold="close">Close all</button></div>
<p class="status" role="status"></p>
</form>`;
}
