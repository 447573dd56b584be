/** Shows that a fault of the suite in the middle of a run, or at its end, hides nothing that was done to the target. */
import { afterEach, expect, it, vi } from 'vitest';
import type { Network } from '@outreach-api/wire/network';
import type { JsonReport } from '@outreach-api/report/json-report';
import { Summary } from '../../src/report/summary.ts';
import { commandInProcess } from '../command-in-process.ts';
import { simulateCommands } from '../simulated-command.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function inTheMiddle(network: Network): Network {
  vi.spyOn(Summary.prototype, 'decided').mockImplementation(({ rule }) => {
    if (rule.id === 'KEY-01') throw new Error('oops');
  });
  return network;
}

function atTheEnd(network: Network): Network {
  return {
    ...network,
    connect: (target) => ({
      ...network.connect(target),
      close: async () => Promise.reject(new Error('oops')),
    }),
  };
}

it.each([
  ['in the middle', inTheMiddle],
  ['at the end', atTheEnd],
])('each report names what was changed before a fault %s', async (_, faulty) => {
  await simulateCommands({ seed: 1 }, async ({ sandbox, network, url, folder, write, read }) => {
    const [account] = sandbox.accounts;
    const { token } = account;
    const senderProfiles = account.senderProfiles().slice(0, 1);
    const allow = { createApiKeys: 3, updates: true };
    await write('target.json', { baseUrl: url, token, fixtures: { senderProfiles }, allow });
    const outputs = ['--json', 'r.json', '--html', 'r.html', '--junit', 'r.xml'];
    const args = ['server', '--config', 'target.json', '--seed', '1', '--rule', 'KEY', '--rule', 'PROF'];
    const { code, stderr } = await commandInProcess([...args, ...outputs], { cwd: folder }, faulty(network));
    expect(code).toBe(2);
    const report: JsonReport = JSON.parse(await read('r.json'));
    expect(report.error).toBe('a fault of the suite: Error: oops');
    const keys = report.ledger.filter(({ action }) => action === 'created API key');
    expect(keys.length).toBeGreaterThan(0);
    for (const text of [stderr, await read('r.html'), await read('r.xml')])
      for (const { what } of keys) expect(text).toContain(/jti (\S+),/.exec(what)?.[1]);
    expect(report.ledger.filter(({ action }) => action.startsWith('updated'))).not.toEqual([]);
    expect(report.restore).toBeNull();
  });
});
