/** A trend as one HTML page: a line per rule, a cell per run. */
import type { Verdict } from '@outreach-api/engine';
import { lines, markup, type Markup } from '../markup.ts';
import { htmlPage } from '../page/html-page.ts';
import { styleOf } from '../page/page-assets.ts';
import { prose } from '../prose.ts';
import { verdictSigns } from '../page/verdict-mark.ts';
import { nameOf, runLine } from './trend-text.ts';
import type { RuleTrend, Trend, TrendRun } from './trend.ts';

/** A trend as one HTML page; rules that are broken or undecided now come first. */
export function trendPage(trend: Trend): string {
  const { runs, rules } = trend;
  const broken = rules.filter(({ newest }) => newest.verdict === 'fail').length;
  const open = rules.filter(({ newest }) => newest.verdict !== 'pass').length;
  const title = `${runs.length} runs: ${broken} broken now, ${open - broken} undecided`;
  const body = markup`<main class="trend">
<p class="product">Outreach API conformance</p>
<h1>${title}</h1>
<div class="scroll" tabindex="0" role="region" aria-label="Verdicts by rule and run">
<table>
<thead><tr><th scope="col">Rule</th>${runs.map((_run, index) => headCell(runs, index))}</tr></thead>
<tbody>
${lines(inOrderOfWeight(rules).map((rule) => row(rule, runs)))}
</tbody>
</table>
</div>
<h2>Runs</h2>
<ol class="runs">${runs.map(runItem)}</ol>
</main>`;
  return htmlPage({ title, style: styleOf(['base', 'rules', 'tables', 'trend']), body });
}

const weights: Readonly<Record<Verdict, number>> = { fail: 0, inconclusive: 1, skipped: 2, pass: 3 };

function inOrderOfWeight(rules: readonly RuleTrend[]): readonly RuleTrend[] {
  return rules.toSorted((a, b) => weights[a.newest.verdict] - weights[b.newest.verdict]);
}

function headCell(runs: readonly TrendRun[], index: number): Markup {
  return markup`<th scope="col"><abbr title="${nameOf(runs, index)}">${index + 1}</abbr></th>`;
}

function row({ id, says, verdicts, newest }: RuleTrend, runs: readonly TrendRun[]): Markup {
  const now =
    newest.verdict === 'pass' && newest.since === 0
      ? 'pass'
      : `${newest.verdict} since ${nameOf(runs, newest.since)}`;
  return markup`<tr><th scope="row"><span class="id">${id}</span> <span class="now">${now}</span><span class="says">${prose(says)}</span></th>${verdicts.map((verdict, index) => cell(verdict, nameOf(runs, index)))}</tr>`;
}

/** A word for those who hear it, a sign and a colour for those who see it. */
function cell(verdict: Verdict | null, run: string): Markup {
  if (verdict === null) return markup`<td class="cell" title="${run}: not judged"></td>`;
  return markup`<td class="cell" title="${run}: ${verdict}"><span class="mark ${verdict}" role="img" aria-label="${verdict}">${verdictSigns[verdict]}</span></td>`;
}

function runItem(run: TrendRun): Markup {
  return markup`<li>${runLine(run)}</li>`;
}
