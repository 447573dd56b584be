/** The page of public bug reports names the twins that became of them, and none that does not exist. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isTwinName, twins } from '../src/index.ts';

const page = readFileSync(new URL('../public-reports.md', import.meta.url), 'utf8');

/** Each report, with the twin in its row, if there is one. */
const rows = [
  ...page.matchAll(/^\| \[([^\]]+)\]\(.*?\).*?\| (?:(twin|known): `([^`]+)`|allowed: .*?) *\|$/gm),
].map(([, report = '', kind = 'allowed', twin = null]) => ({ report, kind, twin }));

test('each report is there once', () => {
  expect(rows.length).toBeGreaterThanOrEqual(100);
  expect(rows.length).toBe(page.match(/^\| \[/gm)?.length);
  expect(new Set(rows.map(({ report }) => report)).size).toBe(rows.length);
});

test('each twin that it names exists', () => {
  expect(rows.filter(({ twin }) => twin !== null && !isTwinName(twin))).toEqual([]);
});

test('it names the report of each twin that became of one, and each such twin names its report', () => {
  const named = rows.filter(({ kind }) => kind === 'twin');
  const reported = twins.filter(({ report }) => report !== null);
  const has = (twin: string, report: string | null): boolean =>
    named.some((row) => row.twin === twin && row.report === report);
  expect(reported.filter(({ name, report }) => !has(name, report)).map(({ name }) => name)).toEqual([]);
  const names = new Set<string>(reported.map(({ name }) => name));
  expect(named.filter(({ twin }) => twin === null || !names.has(twin))).toEqual([]);
});
