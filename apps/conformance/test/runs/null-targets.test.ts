import { randomUUID } from 'node:crypto';
import { createSandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { simulateService } from '../simulation/simulate.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import type { Run } from '../../src/run.ts';
import { exitOf } from '@outreach-api/report/exit-code';
import { jsonReport } from '../../src/report/json-report.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { completeTarget } from '../../src/target/target.ts';
import { nullTargets, type NullTarget } from '../services/null-targets.ts';

async function judged(nullTarget: NullTarget): Promise<Run | ConfigurationError> {
  return simulateService(
    1,
    () => nullTarget,
    async (_, { url, network }) => {
      const sandbox = await createSandbox();
      const [account, other] = sandbox.accounts;
      sandbox.close();
      const target = completeTarget({
        baseUrl: url,
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
      });
      return judgeTarget(target, { rules, seed: 1, runs: null, path: null, network }).catch(
        (error: unknown) => {
          if (error instanceof ConfigurationError) return error;
          throw error;
        },
      );
    },
  );
}

describe.concurrent('on a target that implements nothing, no rule passes', () => {
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
