/** A suite for another API, as the guide has an engineer write it: on its service, on each fault, and from a history. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RuleResult } from '@outreach-api/engine';
import { describe, expect, it } from 'vitest';
import { BookHistory } from '../examples/book-history.ts';
import { rules, type Books } from '../examples/book-rules.ts';
import { startBookService, type Fault } from '../examples/book-service.ts';
import { judgeBooks } from '../examples/judge-books.ts';
import { runUnrestricted } from '../src/unrestricted.ts';

const titles = ['Emma', 'Persuasion', 'Villette', 'Middlemarch', 'Cranford', 'Shirley'];

type Results = readonly RuleResult<Books['findings']>[];

async function judged(
  { kept = titles, fault = null }: { readonly kept?: readonly string[]; readonly fault?: Fault | null },
  options: Parameters<typeof judgeBooks>[1] = {},
): Promise<Results> {
  const service = await startBookService(kept, fault);
  try {
    return await judgeBooks(service.url, options);
  } finally {
    service.close();
  }
}

function verdictsOf(results: Results): Record<string, string> {
  return Object.fromEntries(results.map(({ rule, verdict }) => [rule.id, verdict]));
}

const allPass = { 'LIST-01': 'pass', 'LIST-02': 'pass', 'TITLE-01': 'pass' };

describe('a suite for another API', () => {
  it('passes a service that keeps the description', async () => {
    const results = await judged({});
    expect(verdictsOf(results)).toEqual(allPass);
    expect(results.map(({ caught }) => caught)).toEqual([
      ['the limit is ignored'],
      ['it counts the page'],
      ['it is cut', 'it is trimmed'],
    ]);
  });

  it.each([
    ['the limit is ignored', { 'LIST-01': 'fail' }, { limit: 1, books: 6 }],
    // What `total` says is believed by the breach of LIST-01.
    ['total counts the page', { 'LIST-01': 'inconclusive', 'LIST-02': 'fail' }, { limit: 2 }],
    ['titles are trimmed', { 'TITLE-01': 'fail' }, { title: ' ' }],
  ] as const)(
    'fails a service if %s, by no other rule than that of the statement',
    async (fault, failed, values) => {
      const results = await judged({ fault });
      expect(verdictsOf(results)).toEqual({ ...allPass, ...failed });
      expect(results.find(({ verdict }) => verdict === 'fail')?.breach?.values).toEqual(values);
    },
  );

  it('shows the smallest input that breaks a statement, and the exchanges that show it', async () => {
    const results = await judged({ fault: 'titles are cut at 32' });
    const breach = results.find(({ rule }) => rule.id === 'TITLE-01')?.breach;
    expect(breach?.values).toMatchObject({ title: expect.stringMatching(/^.{33}$/s) });
    expect(breach?.exchanges.map(({ request }) => request)).toEqual(['PUT /books/1', 'GET /books/1']);
  });

  it.each([
    [
      'without books',
      [],
      { 'LIST-01': 'inconclusive', 'LIST-02': 'inconclusive', 'TITLE-01': 'inconclusive' },
    ],
    ['with one book', ['Emma'], { 'LIST-01': 'inconclusive', 'LIST-02': 'inconclusive', 'TITLE-01': 'pass' }],
  ] as const)('passes no rule that could not have failed: a service %s', async (_, kept, verdicts) => {
    expect(verdictsOf(await judged({ kept }))).toEqual(verdicts);
  });

  it.each([null, 'the limit is ignored', 'titles are cut at 32'] as const)(
    'gives the same results again from the history of a run on a service with the fault: %s',
    async (fault) => {
      const history = new BookHistory();
      const results = await judged(
        { fault },
        {
          onRun: (run) => {
            history.keep(run);
          },
        },
      );
      const again = await runUnrestricted(rules, {
        open: (run) => history.replay(run),
        resources: ['titles'],
      });
      expect(again.map((result) => ({ ...result, seconds: 0 }))).toEqual(
        results.map((result) => ({ ...result, seconds: 0 })),
      );
    },
  );
});

describe('the guide', () => {
  it.each([
    [[], 'LIST-01 pass\nLIST-02 pass\nTITLE-01 pass\n'],
    [['the limit is ignored'], 'LIST-01 fail { limit: 1, books: 6 }\nLIST-02 pass\nTITLE-01 pass\n'],
  ])('prints for the fault %j what it says', async (fault, printed) => {
    const example = fileURLToPath(new URL('../examples/run-books.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [example, ...fault]);
    expect(stdout).toBe(printed);
  });

  it.each(['book-rules.ts', 'judge-books.ts', 'run-books.ts'])('shows examples/%s as it is', async (name) => {
    const guide = await readFile(
      new URL('../../../apps/docs/guides/use-the-engine.md', import.meta.url),
      'utf8',
    );
    const example = await readFile(new URL(`../examples/${name}`, import.meta.url), 'utf8');
    const shown = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
    expect(shown.join('\n').replaceAll(/\s+/g, ' ')).toContain(example.replaceAll(/\s+/g, ' ').trim());
  });
});
