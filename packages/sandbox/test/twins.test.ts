/** Each broken twin shows that it is broken, in the statement that it names; the right sandbox does not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twins } from '../src/index.ts';
import type { StatementId } from '../src/index.ts';
import { checks, statementIds } from './checks/checks.ts';
import { checkedLimit } from './checks/limits.ts';
import { wasDropped } from './checks/check.ts';
import { openProbe } from './probe.ts';
import type { SandboxOptions } from '../src/index.ts';
import { openReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

async function isBroken(id: StatementId, options: SandboxOptions): Promise<boolean> {
  receiver.answer = { status: 200, body: 'received' };
  const probe = await openProbe({ ...options, rateLimit: id.startsWith('RATE') ? checkedLimit : null });
  try {
    return await checks[id](probe, receiver).catch(wasDropped);
  } finally {
    probe.sandbox.close();
  }
}

describe('the right sandbox', () => {
  test.each(statementIds)('keeps %s', async (id) => {
    expect(await isBroken(id, {})).toBe(false);
  });
});

describe('a broken twin', () => {
  test.each(twins.map(({ breaks, name }) => ({ breaks, name })))(
    '$name breaks $breaks',
    async ({ breaks, name }) => {
      expect(await isBroken(breaks, { twin: name })).toBe(true);
    },
  );

  test('there are at least 150, and two for each statement', () => {
    const few = statementIds.filter((id) => twins.filter(({ breaks }) => breaks === id).length < 2);
    expect(few).toEqual([]);
    expect(twins.length).toBeGreaterThanOrEqual(150);
  });
});
