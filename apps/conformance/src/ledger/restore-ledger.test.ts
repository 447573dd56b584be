/** Shows that restoring does not take a record for gone because a target that is down does not show it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { portOf } from '../../test/port-of.ts';
import { completeTarget } from '../target/target.ts';
import type { LedgerHead, LedgerLine } from './ledger-line.ts';
import { LoneSender } from './lone-sender.ts';
import { restoreLedger, type Restored } from './restore-ledger.ts';

const at = '2026-11-21T10:00:00.000Z';
const run = 'abcd1234';
const profile = '11111111-1111-4111-8111-111111111111';
const webhook = '22222222-2222-4222-8222-222222222222';
const fixture = '33333333-3333-4333-8333-333333333333';

/** A run that made a profile and a webhook, was killed while it made another one, and may have deleted one. */
const lines: readonly LedgerLine[] = [
  { kind: 'making', n: 1, what: 'sender profile', mark: `run ${run}`, at },
  { kind: 'made', n: 1, what: 'sender profile', uuid: profile, at },
  { kind: 'making', n: 2, what: 'webhook', mark: 'http://127.0.0.1:9/one', at },
  { kind: 'made', n: 2, what: 'webhook', uuid: webhook, at },
  { kind: 'making', n: 3, what: 'webhook', mark: `http://127.0.0.1:9/${run}`, at },
  { kind: 'deleting', n: 4, what: 'sender profile', uuid: fixture, at },
];

/** The result of restoring on a target that answers everything with a status, and whether the ledger is still open. */
async function restoredWhere(
  status: number,
): Promise<{ readonly restored: Restored; readonly isOpen: boolean }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end('{}'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${portOf(server)}`;
  const head: LedgerHead = { kind: 'run', format: 1, run, baseUrl, startedAt: at, pid: 1, host: 'h' };
  const folder = await mkdtemp(path.join(tmpdir(), 'outreach-restore-ledger-'));
  const file = path.join(folder, 'ledger.jsonl');
  await writeFile(file, `${[head, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`);
  const sender = new LoneSender(completeTarget({ baseUrl, token: 'x' }));
  try {
    const options = { mayDelete: true, overwrite: false };
    const restored = await restoreLedger(
      { file, head, lines, damaged: [], isFinished: false },
      sender,
      options,
    );
    return { restored, isOpen: !(await readFile(file, 'utf8')).includes('"finished"') };
  } finally {
    await sender.close();
    server.close();
    await rm(folder, { recursive: true });
  }
}

it.concurrent.each([401, 302, 500])(
  'a target that answers %i to everything is not restored',
  async (status) => {
    const { restored, isOpen } = await restoredWhere(status);
    expect(restored.restored).toEqual([]);
    expect(restored.failed).toEqual([
      `sender profile ${profile}, which the run had made, could not be deleted (${status})`,
      `webhook ${webhook}, which the run had made, could not be deleted (${status})`,
      `a webhook with the target http://127.0.0.1:9/${run} may have been made: the list cannot be read to its end`,
    ]);
    expect(restored.left).toEqual([`sender profile ${fixture} may have been deleted: it cannot be read`]);
    expect(isOpen).toBe(true);
  },
);
