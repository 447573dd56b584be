/** Shows that no answer, each time, breaks a statement that demands one, and that an accident does not. */
import { createServer } from 'node:http';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { portOf } from '../../test/port-of.ts';
import { checkTarget } from '../session/check-target.ts';
import { Session } from '../session/session.ts';
import { completeTarget } from '../target/target.ts';
import { defineExperiment } from './experiment.ts';
import { holds } from './judgement.ts';
import { defineRule } from './rule.ts';
import { runRules } from './run-rules.ts';

interface Cutting {
  /** Whether the so-many-th request of its method, counted from 1, finds the connection closed. */
  readonly cuts: (request: { readonly method: string; readonly count: number }) => boolean;
  readonly costly?: boolean;
  readonly demands?: boolean;
}

/** The verdict of a rule on tests with no more than a uuid. */
async function verdictWhere({ cuts, costly = false, demands = true }: Cutting): Promise<string> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const { method = '' } = request;
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    if (cuts({ method, count })) request.socket.destroy();
    else request.resume().on('end', () => response.writeHead(method === 'POST' ? 422 : 200).end('{}'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const target = completeTarget({
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    token: 'x',
    requests: { patienceMs: 1000 },
  });
  const session = Session.open(target, new AbortController().signal);
  try {
    await checkTarget(session);
    const from = defineExperiment<number, number>({
      name: 'a uuid alone',
      given: fc.nat(),
      first: [1, 2, 3, 4],
      runs: 0,
      costly,
      probe: async (_, run) => (await run.api.testWebhook({ uuid: 'x' })).status,
    });
    const rule = defineRule<number, number>({
      id: 'TEST-01',
      from,
      ...(demands ? { demandsAnswer: { operations: ['testWebhook'] } } : {}),
      judge: (status) => holds(status === 422, '422', String(status)),
      breaches: {},
    });
    const [only] = await runRules(session, [rule], { seed: 1, runs: null, path: null });
    return `${only?.verdict} ${only?.breach?.times ?? 0} of ${only?.breach?.tries ?? 0}`;
  } finally {
    await session.close();
    server.close();
    server.closeAllConnections();
  }
}

test.concurrent.each<[string, string, Cutting]>([
  ['each time', 'fail 4 of 4', { cuts: ({ method }) => method === 'POST' }],
  [
    'each time, on inputs that cost something',
    'fail 4 of 4',
    { cuts: ({ method }) => method === 'POST', costly: true },
  ],
  ['once', 'pass 0 of 0', { cuts: ({ method, count }) => method === 'POST' && count === 2 }],
  ['three times', 'pass 0 of 0', { cuts: ({ method, count }) => method === 'POST' && count < 4 }],
  [
    'but once',
    'pass 0 of 0',
    { cuts: ({ method, count }) => method === 'POST' && count !== 4, costly: true },
  ],
  [
    'each time, where no answer is demanded',
    'inconclusive 0 of 0',
    { cuts: ({ method }) => method === 'POST', demands: false },
  ],
  [
    'each time, and neither do the controls',
    'inconclusive 0 of 0',
    { cuts: ({ method, count }) => method === 'POST' || count > 1 },
  ],
])('a target that gives no answer %s: %s', async (_, verdict, cutting) => {
  expect(await verdictWhere(cutting)).toBe(verdict);
});
