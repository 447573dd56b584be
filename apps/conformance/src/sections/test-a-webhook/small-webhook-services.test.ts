/** The rules of the webhook sections on small services with various habits and defects. */
import { describe, expect, test } from 'vitest';
import { simulateService } from '../../../test/simulation/simulate.ts';
import { judgeTarget } from '../../judge-target.ts';
import type { Run } from '../../run.ts';
import { everything } from '../../../test/judge-sandbox.ts';
import { webhookDefects } from '../../../test/services/small-webhook-defects.ts';
import { conformingHabits } from '../../../test/services/small-webhook-habits.ts';
import {
  smallService,
  type SmallHabits,
  type SmallService,
} from '../../../test/services/small-webhook-service.ts';
import { completeTarget, type TargetInput } from '../../target/target.ts';
import { rules as allRules } from '../../catalogue/rules.ts';
import { selectRules } from '../../catalogue/select-rules.ts';
import { idsWith, resultsWith } from '../../../test/verdicts-of.ts';

const rules = selectRules(allRules, ['HOOK', 'TEST', 'DEL']);

async function judgeSmall(
  habits: Partial<SmallHabits>,
  target: (service: SmallService) => Partial<TargetInput> = () => ({}),
  meanwhile: (service: SmallService) => () => void = () => () => undefined,
): Promise<Run> {
  return simulateService(
    1,
    (call) => smallService(habits, call),
    async (service, { network, url }) => {
      const stop = meanwhile(service);
      const complete = completeTarget({
        baseUrl: url,
        token: 'a-key',
        provision: () => ({ createWebhook: async (webhook) => service.make(webhook) }),
        allow: everything,
        ...target(service),
      });
      try {
        return await judgeTarget(complete, { rules, seed: 1, runs: null, path: null, network });
      } finally {
        stop();
      }
    },
  );
}

describe.concurrent('a target that keeps the description', () => {
  test('passes each rule with 20 deliveries and a disposable webhook, but for what needs more', async () => {
    const run = await judgeSmall({}, ({ data }) => ({
      provision: null,
      fixtures: { disposableWebhooks: [data.webhooks[5]?.uuid ?? ''] },
      allow: { deliveries: 20, deletes: true },
    }));
    expect(run.results.filter(({ verdict }) => verdict !== 'pass').map(({ rule }) => rule.id)).toEqual([
      'HOOK-02',
      'HOOK-04',
    ]);
    expect(idsWith(run, 'fail')).toEqual([]);
  });

  test.each([0, 1, 2, 20, 21, 300])('never fails with %i webhooks', async (start) => {
    expect(idsWith(await judgeSmall({ start }), 'fail')).toEqual([]);
  });
});

describe.concurrent('a target of other habits', () => {
  test.each(Object.keys(conformingHabits))('never fails where it %s', async (name) => {
    const run = await judgeSmall(conformingHabits[name] ?? {});
    expect(resultsWith(run, 'fail')).toEqual([]);
    expect(resultsWith(run, 'pass').length).toBeGreaterThan(10);
  });

  test('never fails where others add, change and delete webhooks all the time', async () => {
    const run = await judgeSmall({ start: 60 }, undefined, ({ data }) => {
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        const webhook = {
          event: 'contact_replied',
          request_method: 'POST',
          target_url: `https://busy.example.com/${count}`,
        };
        if (count % 3 === 0) data.webhooks.unshift({ uuid: crypto.randomUUID(), ...webhook });
        else if (count % 3 === 1) data.webhooks.splice(count % 20, 1);
        else Object.assign(data.webhooks[0] ?? {}, webhook);
      }, 40);
      return () => {
        clearInterval(timer);
      };
    });
    expect(resultsWith(run, 'fail')).toEqual([]);
  });
});

describe.concurrent('a target with a defect', () => {
  for (const [name, breaks, brokenHabits, also = []] of webhookDefects) {
    test(`${name}: ${breaks} fails`, async () => {
      const failed = idsWith(await judgeSmall(brokenHabits), 'fail');
      expect(failed).toContain(breaks);
      expect(failed.filter((id) => id !== breaks && !also.includes(id))).toEqual([]);
    });
  }
});

test.concurrent.each([422, 500])(
  'nothing passes on a target that answers %i to everything but its list',
  async (status) => {
    const run = await judgeSmall({
      start: 0,
      refusal: () => ({ status, body: {} }),
      remove: () => ({ status, body: {} }),
      shown: () => [],
      total: () => 0,
    });
    expect(resultsWith(run, 'pass')).toEqual([]);
  },
);
