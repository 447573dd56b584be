import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, expect, it } from 'vitest';
import type { LedgerHead } from './ledger-line.ts';
import { isUnderWay } from './run-under-way.ts';

const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);

afterAll(() => {
  child.kill();
});

/** The head of a ledger of a run that began now, in the process that this test has started. */
function headWith(parts: Partial<LedgerHead>): { readonly head: LedgerHead } {
  const startedAt = new Date().toISOString();
  const own = { startedAt, pid: child.pid ?? 1, host: hostname() };
  return {
    head: { kind: 'run', format: 1, run: 'ab12cd34', baseUrl: 'http://127.0.0.1:1', ...own, ...parts },
  };
}

it('a run is in progress while its process is, on this machine', () => {
  expect(isUnderWay(headWith({}))).toBe(true);
  expect(isUnderWay(headWith({ host: 'another' }))).toBe(false);
  expect(isUnderWay(headWith({ pid: 4_194_305 }))).toBe(false);
});

it.skipIf(!existsSync('/proc/self/stat'))(
  'a process that was given the number of an ended one is another',
  () => {
    expect(isUnderWay(headWith({ startedAt: '2026-01-01T00:00:00.000Z' }))).toBe(false);
  },
);
