/** What is reported to GitHub, and when. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportHolding } from '@outreach-api/report/test/report-holding';
import { githubAnnotations } from '@outreach-api/report/github-annotations';
import { githubSummary } from '@outreach-api/report/github-summary';
import { Unwritten } from '../output/unwritten.ts';
import { writeOutputs, type WantedOutputs } from './outputs.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-github-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Reads a workflow command as the runner does. */
function commandOf(line: string): { level: string; title: string; message: string } {
  const [, level = '', title = '', message = ''] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
  const plain = (text: string): string =>
    text
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%0A', '\n')
      .replaceAll('%0D', '\r')
      .replaceAll('%25', '%');
  return { level, title: plain(title), message: plain(message) };
}

it('annotates breaches as errors, known ones as warnings, and entries that are out of date', () => {
  const commands = githubAnnotations(reportHolding('100%: a, b')).trimEnd().split('\n').map(commandOf);
  expect(commands).toEqual([
    {
      level: 'error',
      title: 'PAGE-06: The sentence of PAGE-06 about `has_more`.',
      message: 'expected 100%: a, b; actual 100%: a, b',
    },
    {
      level: 'warning',
      title: 'DEL-01: The sentence of DEL-01 about `has_more`.',
      message: 'expected 100%: a, b; actual 100%: a, b',
    },
    { level: 'error', title: 'known deviation KEY-01', message: '100%: a, b' },
    {
      level: 'error',
      title: '1 rule is undecided and not listed as such',
      message:
        'KEY-01. Provide what they lack, or list them in the known deviations: the job summary and the log have the entries to paste, with the reasons.',
    },
  ]);
});

it('lets no text of a target become a command', () => {
  const text = githubAnnotations(reportHolding('\n::warning::made up\r\n::add-mask::x'));
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => commandOf(line).level),
  ).toEqual(['error', 'warning', 'error', 'error']);
});

it('lets no text of a target become HTML or Markdown of the summary', () => {
  const summary = githubSummary(reportHolding('\n\n# made up\n<img src=x>\n\n| a |'));
  expect(summary).toContain('<h2>❌ 1 statement is broken</h2>');
  expect(summary).toContain('<b>1 pass, 2 fail, 1 inconclusive, 1 skipped</b>');
  expect(summary).not.toContain('<img');
  expect(summary.trimEnd()).not.toMatch(/^\s*$/m);
  expect(summary).not.toMatch(/^\s*(?:# made up|\| a)/m);
});

it('shows as code what stands between backticks, and no backtick', () => {
  const summary = githubSummary(reportHolding('`limit` is 10'));
  expect(summary).toContain('<b>PAGE-06</b> The sentence of PAGE-06 about <code>has_more</code>.');
  expect(summary).toContain('<th>actual</th><td><code>limit</code> is 10</td>');
  expect(summary.replaceAll(/<pre>[^]*?<\/pre>/g, '')).not.toContain('`');
});

it.each<[string, WantedOutputs, Record<string, string>, boolean]>([
  ['in a workflow of GitHub', {}, { GITHUB_ACTIONS: 'true' }, true],
  ['elsewhere', {}, {}, false],
  ['in a workflow with --no-github', { github: false }, { GITHUB_ACTIONS: 'true' }, false],
  ['elsewhere with --github', { github: true }, {}, true],
])('%s: reported or not', async (_, wanted, env, isReported) => {
  const file = path.join(folder, 'summary.md');
  let printed = '';
  const stdout = {
    write: (text: string) => {
      printed += text;
    },
  };
  await writeOutputs(reportHolding('x'), wanted, new Unwritten(), {
    env: { ...env, GITHUB_STEP_SUMMARY: file },
    stdout,
  });
  const summary = await readFile(file, 'utf8').catch(() => '');
  expect([printed.startsWith('::error '), summary.includes('broken')]).toEqual([isReported, isReported]);
});
