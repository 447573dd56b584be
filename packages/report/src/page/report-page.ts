/** A report as one self-contained HTML page. */
import { isAccepted } from '../deviations/judge-deviations.ts';
import type { JsonReport, ReportedRule } from '../json-report.ts';
import { targetInWords } from '../target-in-words.ts';
import { lines, markup, type Markup } from '../markup.ts';
import { ruleGroups, type RuleGroup } from '../rule-groups.ts';
import { verdictInWords } from '../verdict-in-words.ts';
import { contents } from './contents.ts';
import { deviationList } from './deviation-list.ts';
import { htmlPage } from './html-page.ts';
import { ledgerList } from './ledger-list.ts';
import { observationTable } from './observation-table.ts';
import { pageAssets } from './page-assets.ts';
import { pageHeader } from './page-header.ts';
import { retryDrawing } from './retry-drawing.ts';
import { ruleEntry } from './rule-entry.ts';
import { toolbar } from './toolbar.ts';

/**
 * A report as one HTML page: no network, readable on a phone, in light and dark. Everything from the target is escaped,
 * and the page's security policy lets only its own script run.
 */
export function reportPage(report: JsonReport): string {
  const { style, script } = pageAssets();
  const title = `${verdictInWords(report).headline} · ${targetInWords(report.target)}`;
  return htmlPage({ title, style, script, body: bodyOf(report) });
}

function bodyOf(report: JsonReport): Markup {
  return markup`${pageHeader(report)}
<div class="columns">
${contents(report)}
<main>
${toolbar(report)}
<div class="rules">
${lines(ruleGroups(report.rules).map((group, index) => groupSection(group, index, report)))}
<p class="none" hidden>No rule fits the filter and the search.</p>
</div>
${retryDrawing(report)}
${deviationList(report)}
${observationTable(report)}
${ledgerList(report)}
</main>
</div>
${legend(report)}`;
}

function groupSection({ title, rules }: RuleGroup, index: number, report: JsonReport): Markup {
  return markup`<section class="group" aria-labelledby="group-${index}">
<h2 id="group-${index}">${title} <span class="count">${tally(rules)}</span></h2>
${lines(rules.map((rule) => ruleEntry(rule, isAccepted(rule.id, report.deviations), report)))}
</section>`;
}

function doubts({
  recording,
  target,
}: JsonReport): readonly [again: string, undecided: string, skipped: string] {
  if (recording !== undefined)
    return [
      'the report says how often that was seen',
      'The recording covers it, but not enough to decide',
      'The recording does not cover it',
    ];
  const again = 'it was seen again before it was reported';
  if (target.client !== undefined)
    return [
      again,
      'It was run, but what the client did does not decide it',
      'The client’s driver does not make the calls that it needs',
    ];
  return [
    again,
    'It was run and could not be decided, for the reasons that it gives',
    'The target’s owner did not allow or provide what it needs',
  ];
}

function tally(rules: readonly ReportedRule[]): string {
  const passed = rules.filter(({ verdict }) => verdict === 'pass').length;
  return `${passed} of ${rules.length} hold`;
}

function legend(report: JsonReport): Markup {
  const [again, undecided, skipped] = doubts(report);
  return markup`<footer><h2 id="how-to-read">How to read this</h2>
<dl>
<div><dt>pass</dt><dd>The statement held, and each named way to break it would have been caught.</dd></div>
<div><dt>fail</dt><dd>The statement is broken; ${again}.</dd></div>
<div><dt>inconclusive</dt><dd>${undecided}. That is no breach, and no proof.</dd></div>
<div><dt>skipped</dt><dd>${skipped}.</dd></div>
<div><dt>stated, implied</dt><dd>The description says it, or nothing else can follow from what it says.</dd></div>
</dl></footer>`;
}
