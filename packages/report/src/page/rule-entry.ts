/** One rule of a report as HTML. */
import type { JsonReport, PreviousRun, ReportedRule } from '../json-report.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { breachDetails } from './breach-details.ts';
import { prose, proseList } from '../prose.ts';
import { counted } from '../plural.ts';
import { verdictMark } from './verdict-mark.ts';

/**
 * One rule: its sentence and verdict, and what the verdict rests on. A broken one is expanded, unless it is known.
 *
 * @param report - the report that it is in, with the run to compare with, if there is one
 */
export function ruleEntry(
  rule: ReportedRule,
  isAccepted: boolean,
  { previous, target }: Pick<JsonReport, 'previous' | 'target'>,
): Markup {
  const { id, verdict, says, docs } = rule;
  const about = docs === undefined ? nothing : markup` · <a href="${docs}">about this statement</a>`;
  return markup`<details class="rule ${verdict}" id="${id}" data-verdict="${verdict}"${verdict === 'fail' && !isAccepted ? markup` open` : nothing}>
<summary>${verdictMark(verdict, isAccepted)} <span class="id">${id}</span> <span class="says">${prose(says)}</span></summary>
<div class="body">
<p class="origin">${rule.level} · ${rule.section}${earlier(rule, previous)}${about}</p>
${rule.breach === null ? nothing : markup`${description(rule)}${breachDetails(id, rule.breach)}`}
${reasons(rule)}
${evidence(rule, target)}
</div>
</details>`;
}

function description({ quote, section }: ReportedRule): Markup {
  if (quote === undefined) return nothing;
  return markup`<blockquote class="quote"><p>${prose(quote)}</p><p class="source">The description, ${section}</p></blockquote>
`;
}

/** The verdict in the run to compare with, marked if it differs. */
function earlier({ id, verdict }: ReportedRule, previous: PreviousRun | undefined): Markup {
  if (previous === undefined) return nothing;
  const before = previous.verdicts[id] ?? 'not judged';
  const when = previous.startedAt === '' ? 'before' : `on ${previous.startedAt.slice(0, 10)}`;
  return before === verdict ? markup` · ${before} ${when}, too` : markup` · <b>${before} ${when}</b>`;
}

/** Why it is undecided, without what the list of unseen breaches already says. */
function reasons({ breach, reason, reasons: parts = reason === null ? [] : [reason] }: ReportedRule): Markup {
  if (breach !== null) return nothing;
  return parts.length === 0 ? nothing : markup`<h3>Why</h3>${proseList(parts)}`;
}

function evidence(
  { runs, caught, unseen, breach, verdict }: ReportedRule,
  { client }: JsonReport['target'],
): Markup {
  if (breach !== null || verdict === 'skipped') return nothing;
  return markup`<h3>Evidence</h3>
<p>${counted(runs, 'run')} could be judged.</p>
${caught.length === 0 ? nothing : markup`<p>Each of these breaches would have been caught:</p><div class="caught">${proseList(caught)}</div>`}
${unseen.length === 0 ? nothing : markup`<p>These could not have been seen in ${client === undefined ? 'this run' : 'what the client did'}:</p><div class="unseen">${proseList(unseen)}</div>`}`;
}
