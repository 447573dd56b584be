/** The matrix of twins and rules as one HTML page. */
import { twins } from '@outreach-api/sandbox';
import { rules } from '../src/rules/rules.ts';
import type { Finding } from './findings.ts';
import type { JobResult } from './job.ts';

const style = `
:root { color-scheme: light dark; font: 13px/1.4 system-ui, sans-serif; }
table { border-collapse: collapse; } th, td { padding: 1px 4px; text-align: center; white-space: nowrap; }
thead th { position: sticky; top: 0; background: Canvas; writing-mode: vertical-rl; } tbody th { text-align: left; }
.own { outline: 2px solid; } .fail { background: #c43c; } .inconclusive { background: #db39; }
.survivor, .wrong { background: #a0f; color: #fff; font-weight: bold; }
`;

/** A page that people can read: a row a twin, a column a rule; survivors and wrong blames stand out. */
export function matrixHtml(results: readonly JobResult[], findings: readonly Finding[]): string {
  const ids = rules.map(({ id }) => id);
  const head = ids.map((id) => `<th scope="col">${id}</th>`).join('');
  const rows = twins.map(({ name, breaks }) => {
    const runs = results.filter(({ job }) => job.twin === name);
    return `<tr><th scope="row">${name} <small>${breaks}</small></th>${ids.map((id) => cell(id, breaks, runs, findings)).join('')}</tr>`;
  });
  const list = findings.map(
    ({ kind, job, rule, says }) => `<li><b>${kind}</b> ${job} ${rule}: ${escaped(says)}</li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Twins and rules</title><style>${style}</style><h1>Twins and rules</h1>
<p>A row a broken twin, a column a rule. F: failed in every dialect; f: in some; ?: inconclusive in some. The rule of the
broken statement is framed.</p><h2>Findings (${findings.length})</h2><ul>${list.join('')}</ul>
<table><thead><tr><th></th>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></html>\n`;
}

function cell(id: string, breaks: string, runs: readonly JobResult[], findings: readonly Finding[]): string {
  const failed = runs.filter(({ verdicts }) => verdicts[id] === 'fail').length;
  const unsure = runs.some(({ verdicts }) => verdicts[id] === 'inconclusive');
  const text = failed === 0 ? (unsure ? '?' : '') : failed === runs.length ? 'F' : 'f';
  const found = findings.find(({ job, rule }) => rule === id && runs.some((run) => run.job.name === job));
  const classes = [
    id === breaks ? 'own' : '',
    found === undefined
      ? failed > 0
        ? 'fail'
        : unsure
          ? 'inconclusive'
          : ''
      : found.kind === 'survivor'
        ? 'survivor'
        : 'wrong',
  ];
  return `<td class="${classes.join(' ').trim()}">${text}</td>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
