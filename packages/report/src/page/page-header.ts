/** The top of the page: the verdict in words, and what it is about. */
import type { Verdict } from '@outreach-api/engine';
import { isAccepted } from '../deviations/judge-deviations.ts';
import { oneLine } from '../breach-text.ts';
import type { JsonReport, ReportedRule } from '../json-report.ts';
import { targetInWords } from '../target-in-words.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { changesInWords } from '../left-to-restore.ts';
import { verdictInWords } from '../verdict-in-words.ts';
import { prose } from '../prose.ts';

/** In the order of their weight. */
const verdicts: readonly Verdict[] = ['fail', 'inconclusive', 'skipped', 'pass'];
/** For a page whose style a server's policy does not let apply, as Jenkins does by default. */
const fills: Readonly<Record<Verdict, string>> = {
  fail: '#b3261e',
  inconclusive: '#d8961c',
  skipped: '#b5b9c2',
  pass: '#1a7037',
};
const mostInWords = 3;
const longestInWords = 240;
const signs = { broken: '✕', undecided: '?', partly: '✓', holds: '✓' } as const;

/** The top of the page: the verdict in words, the share of each verdict, the facts of the run, and what is broken. */
export function pageHeader(report: JsonReport): Markup {
  const { kind, headline, explanation } = verdictInWords(report);
  return markup`<header class="top ${kind}">
<p class="product">Outreach API conformance</p>
<h1><span class="sign" aria-hidden="true">${signs[kind]}</span> ${headline}</h1>
<p class="explanation">${explanation}</p>
${report.error == null ? nothing : markup`<p class="error">${prose(report.error)}</p>`}
${notRestored(report)}
${broken(report)}
${shares(report)}
${facts(report)}
${leftOut(report)}
</header>`;
}

/** What should have been restored and was not, with the command that restores what can be. */
function notRestored({ restore }: JsonReport): Markup {
  if (restore == null) return nothing;
  return markup`<div class="error"><p><b>${changesInWords(restore)} left on the target:</b></p><ul>${restore.changes.map((change) => markup`<li>${change}</li>`)}</ul><p>Restore what can be: <code>${restore.command}</code></p></div>`;
}

/** A bar with the share of each verdict. Decoration: the filters show the counts. */
function shares({ counts, rules }: JsonReport): Markup {
  let x = 0;
  const bars = verdicts.map((verdict) => {
    const width = rules.length === 0 ? 0 : (counts[verdict] / rules.length) * 100;
    const bar = markup`<rect class="${verdict}" fill="${fills[verdict]}" x="${x}" width="${width}" height="4"/>`;
    x += width;
    return bar;
  });
  return markup`<svg class="shares" width="100%" height="8" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}

function facts(report: JsonReport): Markup {
  const { target, deployment, recording, startedAt, seed, requests, waits, seconds, version } = report;
  const pairs: readonly (readonly [string, string])[] = [
    [target.client === undefined ? 'Target' : 'Client', targetInWords(target)],
    ...(deployment === undefined ? [] : [['Deployment', deployment] as const]),
    ...(startedAt === '' ? [] : [['Started', `${startedAt.slice(0, 16).replace('T', ' ')} UTC`] as const]),
    ['Took', inWords(seconds)],
    ['Requests', requests.toLocaleString('en')],
    ...(waits === 0 ? [] : [['Waits for the rate limit', String(waits)] as const]),
    recording === undefined ? ['Seed', String(seed)] : ['Recording', recording.from],
    ...(version === '' ? [] : [['Suite', version] as const]),
  ];
  return markup`<dl class="facts">${pairs.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The parts of a recording that were not judged. */
function leftOut({ recording }: JsonReport): Markup {
  if (recording === undefined || recording.leftOut.length === 0) return nothing;
  const items = recording.leftOut.map(
    ({ why, times }) => markup`<li>${times.toLocaleString('en')} ${prose(why)}</li>`,
  );
  return markup`<details class="left-out"><summary>What was not judged in the recording, or not for all statements</summary><ul>${items}</ul></details>`;
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** The first breaches in words, so that what is wrong is read before anything else. */
function broken({ rules, deviations }: JsonReport): Markup {
  const failed = rules.filter(({ id, verdict }) => verdict === 'fail' && !isAccepted(id, deviations));
  if (failed.length === 0) return nothing;
  const others = failed.slice(mostInWords).map(({ id }) => markup` <a href="#${id}">${id}</a>`);
  return markup`<nav class="broken-rules" aria-label="What is broken"><ul>${failed.slice(0, mostInWords).map(brokenRule)}</ul>${
    others.length === 0 ? nothing : markup`<p>And ${others.length} more:${others}</p>`
  }</nav>`;
}

function brokenRule({ id, says, breach }: ReportedRule): Markup {
  const actual =
    breach === null
      ? nothing
      : markup`<span class="came">expected ${prose(oneLine(breach.expected, longestInWords))}; actual ${prose(oneLine(breach.actual, longestInWords))}</span>`;
  return markup`<li><a href="#${id}"><b>${id}</b> <span>${prose(says)}</span> ${actual}</a></li>`;
}
