/** Judges one rule of the engine's tests on a server over sockets. */
import { createServer, type RequestListener } from 'node:http';
import * as fc from 'fast-check';
import { runRules } from '@outreach-api/engine';
import { defineExperiment, defineRule } from '../src/session/suite.ts';
import { judging } from '../src/rules/judgement.ts';
import type { BreachValues } from '../src/rules/breaches/breach-values.ts';
import { LiveSource } from '../src/history/live-source.ts';
import { checkTarget } from '../src/session/check-target.ts';
import { Session } from '../src/session/session.ts';
import { completeTarget } from '../src/target/target.ts';
import { wordedResult, type WordedResult } from '../src/words/result-words.ts';
import { portOf } from './port-of.ts';

const { holds } = judging<BreachValues>();

interface UuidAloneOptions {
  readonly patienceMs: number;
  readonly costly: boolean;
  /** Whether the statement requires an answer to webhook tests. */
  readonly demandsAnswer: boolean;
}

/** The result of a rule that expects 422 for a webhook test with only a uuid, on a server of its own. */
export async function judgeUuidAlone(
  answer: RequestListener,
  { patienceMs, costly, demandsAnswer }: UuidAloneOptions,
): Promise<WordedResult> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const session = Session.open(
    completeTarget({ baseUrl: `http://127.0.0.1:${portOf(server)}`, token: 'x', requests: { patienceMs } }),
    new AbortController().signal,
  );
  try {
    await checkTarget(session);
    const from = defineExperiment<number, number>({
      name: 'a uuid alone',
      does: 'tests with nothing but a uuid',
      given: fc.nat(),
      first: [1, 2, 3, 4],
      runs: 0,
      costly,
      probe: async (_, run) => (await run.api.testWebhook({ uuid: 'x' })).status,
    });
    const rule = defineRule<number, number>(
      {
        id: 'TEST-01',
        ...(demandsAnswer ? { demandsAnswer: { operations: ['testWebhook'] } } : {}),
        judge: (status) =>
          holds(status === 422, 'lone-uuid-not-422', { exists: false, by: null, of: 'no webhook', status }),
        breaches: {},
      },
      { from: [from] },
    );
    const [only] = await runRules(new LiveSource(session), [rule], { seed: 1, runs: null, path: null });
    if (only === undefined) throw new Error('no result');
    return wordedResult(only);
  } finally {
    await session.close();
    server.close();
    server.closeAllConnections();
  }
}
