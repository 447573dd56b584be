import { randomUUID } from 'node:crypto';
import { createSandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { judgeTarget } from '../judge-target.ts';
import type { Run } from '../run.ts';
import { exitOf } from '../report/exit-code.ts';
import { jsonReport } from '../report/json-report.ts';
import { rules } from '../rules/rules.ts';
import { ConfigurationError } from '../target/configuration-error.ts';
import { completeTarget } from '../target/target.ts';
import { nullTargets, serveNullTarget, type NullTarget } from './null-targets.ts';

async function judged(target: NullTarget): Promise<Run | ConfigurationError> {
  const sandbox = await createSandbox();
  const [account, other] = sandbox.accounts;
  const served = await serveNullTarget(target);
  try {
    return await judgeTarget(
      completeTarget({
        baseUrl: served.url,
        token: account.token,
        otherAccountToken: other.token,
        expiredToken: account.expiredToken,
        fixtures: {
          senderProfiles: [randomUUID(), randomUUID()],
          disposableSenderProfiles: [randomUUID(), randomUUID()],
          disposableWebhooks: [randomUUID(), randomUUID()],
        },
        provision: () => ({
          createWebhook: async () => randomUUID(),
          createSenderProfile: async () => randomUUID(),
        }),
        allow: { createApiKeys: 20, deliveries: 60, updates: true, deletes: true, flood: 100 },
      }),
      { rules, seed: 1, runs: null, path: null },
    );
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  } finally {
    served.close();
    sandbox.close();
  }
}

describe.concurrent('on a target that implements nothing no rule passes', () => {
  it.each(nullTargets.map((target) => [target.name, target] as const))('%s', async (_name, target) => {
    const run = await judged(target);
    if (run instanceof ConfigurationError) {
      expect(run.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+ /);
      return;
    }
    const passed = run.results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule.id);
    expect(passed).toEqual([]);
    expect(exitOf(jsonReport(run, 'outreach-conformance server')).code).not.toBe(0);
    const faults = run.results.flatMap(({ rule, fault }) => (fault === undefined ? [] : [[rule.id, fault]]));
    expect(faults).toEqual([]);
  });
});
