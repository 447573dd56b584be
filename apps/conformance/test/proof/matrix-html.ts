/** The matrix of twins and rules as one HTML page. */
import { twins } from '@outreach-api/sandbox';
import { lines, markup, nothing, type Markup } from '@outreach-api/report/markup';
import { rules } from '../../src/catalogue/rules.ts';
import { curveOf, drawnCurve } from './curve.ts';
import type { Finding } from './findings.ts';
import { isConforming, type JobResult } from './job.ts';

const style = `
:root { color-scheme: light dark; font: 13px/1.4 system-ui, sans-serif; }
table { border-collapse: collapse; } th, td { padding: 1px 4px; text-align: center; white-space: nowrap; }
thead th { position: sticky; top: 0; background: Canvas; writing-mode: vertical-rl; } tbody th { text-align: left; }
.own { outline: 2px solid; } .fail { background: #c43c; } .inconclusive { background: #db39; }
.found { background: #80c; color: #fff; font-weight: bold; }
`;

/** A row of the matrix: the runs as one twin, or as none. */
interface Row {
  readonly name: string;
  /** The broken statement; null if nothing is broken. */
  readonly breaks: string | null;
  readonly runs: readonly JobResult[];
}

/**
 * A readable page: a row for each broken twin, a column for each rule, and a row for the conforming sandboxes.
 * Survivors, wrong blame and false alarms stand out; inconclusive rules are marked, also next to failures.
 */
export function matrixHtml(results: readonly JobResult[], findings: readonly Finding[]): string {
  const whole = results.filter(({ job }) => job.maxRequests === null);
  const rows: readonly Row[] = [
    { name: 'no twin: conforms', breaks: null, runs: whole.filter(({ job }) => isConforming(job)) },
    ...twins.map(({ name, breaks }) => ({
      name,
      breaks,
      runs: whole.filter(({ job }) => job.twin === name),
    })),
  ];
  const undecided = rows.flatMap(({ runs }) => runs).filter(({ verdicts }) => unsureIn(verdicts)).length;
  return markup`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Twins and rules</title><style>${{ markup: style }}</style><h1>Twins and rules</h1>
<p>A row a broken twin, a column a rule. F: failed in every dialect; f: in some; ?: inconclusive in some. The rule of the
broken statement is framed. S: the twin survives; W: a wrong blame; A: a false alarm. In ${undecided} of ${whole.length}
runs some rule was inconclusive.</p>
<h2>Findings (${findings.length})</h2>
<ul>${findings.map(({ kind, job, rule, says }) => markup`<li><b>${kind}</b> ${job} ${rule}: ${says}</li>`)}</ul>
${drawnCurve(curveOf(results))}
<table><thead><tr><th></th>${rules.map(({ id }) => markup`<th scope="col">${id}</th>`)}</tr></thead>
<tbody>${lines(rows.map((row) => rowOf(row, findings)))}</tbody></table></html>
`.markup;
}

function unsureIn(verdicts: JobResult['verdicts']): boolean {
  return Object.values(verdicts).includes('inconclusive');
}

function rowOf(row: Row, findings: readonly Finding[]): Markup {
  const named = new Set(row.runs.map(({ job }) => job.name));
  const own = findings.filter(({ job }) => named.has(job));
  const broken = row.breaks === null ? nothing : markup` <small>${row.breaks}</small>`;
  return markup`<tr><th scope="row">${row.name}${broken}</th>${rules.map(({ id }) => cell(id, row, own))}</tr>`;
}

const letters: Readonly<Record<Finding['kind'], string>> = {
  survivor: 'S',
  'wrong blame': 'W',
  'false alarm': 'A',
  fault: '!',
};

function cell(id: string, { breaks, runs }: Row, findings: readonly Finding[]): Markup {
  const failed = runs.filter(({ verdicts }) => verdicts[id] === 'fail').length;
  const unsure = runs.filter(({ verdicts }) => verdicts[id] === 'inconclusive').length;
  const found = findings.find(({ rule }) => rule === id);
  const state = found === undefined ? (failed > 0 ? 'fail' : unsure > 0 ? 'inconclusive' : '') : 'found';
  const text = `${found === undefined ? '' : letters[found.kind]}${failed === 0 ? '' : failed === runs.length ? 'F' : 'f'}${unsure > 0 ? '?' : ''}`;
  const title =
    text === '' ? nothing : markup` title="${failed} failed, ${unsure} inconclusive of ${runs.length}"`;
  return markup`<td class="${id === breaks ? `own ${state}` : state}"${title}>${text}</td>`;
}
