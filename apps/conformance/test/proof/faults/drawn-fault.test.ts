/** Drawn faults: each shows as its table says, and a sandbox behaves as before where it does not. */
import { createSandbox } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import { isRecord } from '@outreach-api/model/records/is-record';
import { allOperations } from '@outreach-api/model/records/operation';
import { allFaults, brokenBy, faultsFrom, withFault, type DrawnFault } from './drawn-fault.ts';

async function listed(
  fault: DrawnFault,
  query: string,
): Promise<{ readonly total: unknown; readonly shown: number }> {
  const sandbox = await createSandbox({});
  let shown = 0;
  const answer = withFault(fault, () => {
    shown += 1;
  })(sandbox);
  const url = `http://127.0.0.1:1/integrations/api/webhooks${query}`;
  const headers = { authorization: `Bearer ${sandbox.accounts[0].token}` };
  const page: unknown = await (await answer(new Request(url, { headers }), {})).json();
  sandbox.close();
  return { total: isRecord(page) ? page['total'] : undefined, shown };
}

it('shows under its circumstance and nowhere else', async () => {
  const fault = {
    operation: 'listWebhooks',
    effect: 'says a total of one more',
    circumstance: 'past the first page',
  } as const;
  expect(await listed(fault, '?limit=5')).toEqual({ total: 47, shown: 0 });
  expect(await listed(fault, '?limit=5&offset=5')).toEqual({ total: 48, shown: 1 });
});

it('is of each operation, breaks a statement, and is drawn by seed', () => {
  expect(new Set(allFaults.map(({ operation }) => operation))).toEqual(new Set(allOperations));
  expect(allFaults.filter((fault) => brokenBy(fault).length === 0)).toEqual([]);
  expect(faultsFrom(1, 20)).toEqual(faultsFrom(1, 20));
  expect(faultsFrom(1, 20)).not.toEqual(faultsFrom(2, 20));
});
