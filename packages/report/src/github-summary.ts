/** A report as the job summary of a GitHub workflow. */
import { isAccepted } from './deviations/judge-deviations.ts';
import { isOfUndecided } from './deviations/unlisted.ts';
import { evidenceText, quoted } from './breach-text.ts';
import { countsLine } from './counts.ts';
import type { JsonReport, ReportedRule } from './json-report.ts';
import { targetInWords } from './target-in-words.ts';
import { markup, nothing, type Markup } from './markup.ts';
import { entryLines, whatToList } from './deviation-text.ts';
import { leftInWords } from './left-on-target.ts';
import { changesInWords } from './left-to-restore.ts';
import { prose } from './prose.ts';
import { verdictInWords } from './verdict-in-words.ts';
import { counted } from './plural.ts';

/** A summary may hold 1 MiB; a breach takes at most some tens of kB. */
const mostInFull = 15;
const signs = { broken: '❌', undecided: '❔', partly: '☑️', holds: '✅' } as const;

/**
 * A report as the job summary of a GitHub workflow. It is HTML, which Markdown lets through: text of the target is
 * escaped, and cannot be taken for Markdown.
 */
export function githubSummary(report: JsonReport): string {
  const { kind, headline, explanation } = verdictInWords(report);
  const { rules, counts, target, seed, requests, seconds, deployment, error } = report;
  const failed = rules.filter(({ breach }) => breach !== null);
  const undecided = rules.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skipped');
  const parts = [
    markup`<h2>${signs[kind]} ${headline}</h2>`,
    markup`<p>${prose(explanation)}</p>`,
    error == null ? nothing : markup`<p>${prose(error)}</p>`,
    notRestored(report),
    markup`<p><b>${countsLine(counts)}</b><br><code>${targetInWords(target)}</code>${deployment === undefined ? nothing : markup`, deployment <code>${deployment}</code>`}, seed ${seed}: ${counted(requests, 'request')} in ${seconds.toFixed(1)} s</p>`,
    ...failed.slice(0, mostInFull).map((rule) => breachDetails(rule, isAccepted(rule.id, report.deviations))),
    others(failed.slice(mostInFull)),
    deviationsOf(report),
    undecidedTable(undecided),
    entriesToList(report),
    leftOf(report),
  ];
  return parts.map(onOneLine).join('');
}

/** What should have been restored and was not. */
function notRestored({ restore }: JsonReport): Markup {
  if (restore == null) return nothing;
  return markup`<p><b>❌ ${changesInWords(restore)} left on the target.</b> Restore what can be: <code>${restore.command}</code></p><ul>${restore.changes.map((change) => markup`<li>${change}</li>`)}</ul>`;
}

function leftOf({ ledger }: JsonReport): Markup {
  const left = leftInWords(ledger);
  if (left.length === 0) return nothing;
  return markup`<details><summary>Left on the target</summary><pre>${left.join('\n')}</pre></details>`;
}

/** An empty line would end the HTML in Markdown: line ends are written as entities. */
function onOneLine({ markup: text }: Markup): string {
  return text === '' ? '' : `${text.replaceAll('\n', '&#10;')}\n`;
}

function others(rules: readonly ReportedRule[]): Markup {
  if (rules.length === 0) return nothing;
  return markup`<p>And ${rules.length} more: ${rules.map(({ id }) => id).join(', ')}.</p>`;
}

function breachDetails(rule: ReportedRule, isKnown: boolean): Markup {
  if (rule.breach === null) return nothing;
  const title = isKnown ? markup`${linkedId(rule)} (known)` : linkedId(rule);
  const { expected, actual } = rule.breach;
  return markup`<details${isKnown ? nothing : markup` open`}><summary><b>${title}</b> ${prose(rule.says)}</summary><table>${description(rule)}<tr><th>expected</th><td>${prose(expected)}</td></tr><tr><th>actual</th><td>${prose(actual)}</td></tr></table><pre>${evidenceText(rule.breach)}</pre></details>`;
}

/** The id of a rule, which leads to the page that explains its statement, where that is known. */
function linkedId({ id, docs }: ReportedRule): Markup {
  return docs === undefined ? markup`${id}` : markup`<a href="${docs}">${id}</a>`;
}

function description({ quote, section }: ReportedRule): Markup {
  if (quote === undefined) return nothing;
  return markup`<tr><th>description</th><td>${prose(quoted(quote, section))}</td></tr>`;
}

function deviationsOf({ deviations }: JsonReport): Markup {
  if (deviations.length === 0) return nothing;
  const items = deviations.map(({ red, says }) => markup`<li>${red ? '❌ ' : ''}${prose(says)}</li>`);
  return markup`<h3>Known deviations</h3><ul>${items}</ul>`;
}

/** Text for a file, therefore as code: nothing in it is to be taken for markup. */
function entriesToList(report: JsonReport): Markup {
  const { unlisted = [] } = report;
  if (unlisted.length === 0) return nothing;
  const isOpen = unlisted.some(isOfUndecided);
  return markup`<details${isOpen ? markup` open` : nothing}><summary>${whatToList(report)}, paste into <code>deviations</code> of the file of known deviations</summary><pre>${entryLines(report).join('\n')}</pre></details>`;
}

function undecidedTable(rules: readonly ReportedRule[]): Markup {
  if (rules.length === 0) return nothing;
  const rows = rules.map(
    (rule) =>
      markup`<tr><td>${linkedId(rule)}</td><td>${rule.verdict}</td><td>${prose(rule.reason ?? '')}</td></tr>`,
  );
  return markup`<details><summary>${counted(rules.length, 'rule is', 'rules are')} undecided</summary><table><tr><th>rule</th><th>verdict</th><th>why</th></tr>${rows}</table></details>`;
}
