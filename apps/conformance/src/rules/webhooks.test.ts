/** Tries the rules of the webhook sections on sandboxes and on small services of other habits and defects. */
import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { twins, type Dialect, type TwinName } from '@outreach-api/sandbox';
import { describe, expect, test } from 'vitest';
import type { RuleResult } from '../engine/verdict.ts';
import { judgeTarget, type Run } from '../judge-target.ts';
import { everything, judgeSandbox } from '../proof/judge-sandbox.ts';
import { oneAtATime } from '../proof/one-at-a-time.ts';
import { webhookDefects } from '../proof/small-webhook-defects.ts';
import { conformingHabits } from '../proof/small-webhook-habits.ts';
import { serveSmall, type SmallHabits, type SmallService } from '../proof/small-webhook-service.ts';
import { completeTarget, type TargetInput } from '../target/target.ts';
import * as callsToATarget from './calls-to-a-target.ts';
import * as deleteAWebhook from './delete-a-webhook.ts';
import * as listWebhooks from './list-webhooks.ts';
import * as testAWebhook from './test-a-webhook.ts';

const rules = [listWebhooks, testAWebhook, callsToATarget, deleteAWebhook].flatMap((section) =>
  Object.values(section),
);

function verdicts(results: readonly RuleResult[], verdict: RuleResult['verdict']): string[] {
  return results
    .filter((result) => result.verdict === verdict)
    .map(({ rule, reason, breach }) => `${rule.id}: ${breach?.actual ?? reason}`);
}

function failing({ results }: Run): string[] {
  expect(results.map(({ fault }) => fault).filter((fault) => fault !== undefined)).toEqual([]);
  return results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ rule }) => rule.id)
    .toSorted();
}

function notPassed({ results }: Run, which: RegExp): string[] {
  return results
    .filter(({ rule, verdict }) => which.test(rule.id) && verdict !== 'pass')
    .map(({ rule, verdict, reason, breach }) => `${rule.id} ${verdict}: ${breach?.actual ?? reason}`);
}

/** Calls as a client does that names the whole address in its first line (RFC 9112, 3.2.2). */
async function calledInAbsoluteForm(call: Request): Promise<Response> {
  const body = await call.text();
  const { hostname, port } = new URL(call.url);
  const headers = { ...Object.fromEntries(call.headers), connection: 'close' };
  return new Promise((resolve, reject) => {
    const sent = send({ hostname, port, path: call.url, method: call.method, headers }, (answer) => {
      void text(answer).then((said) => {
        const type = answer.headers['content-type'] ?? 'text/plain';
        resolve(new Response(said, { status: answer.statusCode ?? 0, headers: { 'content-type': type } }));
      }, reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Gives up after 250 ms, told by what this process had time for: on a busy machine a target is not late by that. */
async function calledByAnImpatientClient(call: Request): Promise<Response> {
  const patience = new AbortController();
  const answered = fetch(new Request(call, { signal: patience.signal }));
  const isThere = answered.then(
    () => true,
    () => true,
  );
  for (let ticks = 0; ticks < 25; ticks += 1)
    if (await Promise.race([isThere, wait(10, false)])) return answered;
  patience.abort();
  return answered;
}

function isOfWebhooks(id: string): boolean {
  return rules.some((rule) => rule.id === id);
}

/** The rules of the groups of these: what else a twin may break is shown by the proof. */
function rulesLike(ids: readonly string[]): typeof rules {
  const groups = new Set(ids.map(groupOf));
  return rules.filter(({ id }) => groups.has(groupOf(id)));
}

function groupOf(id: string): string {
  return id.replace(/-\d+$/, '');
}

/** Only what the suite makes is known to exist: for this twin it must come first. */
function orderFor(twin: TwinName): Partial<Dialect> {
  return twin === 'list-leaves-out-the-first' ? { listOrder: 'newest' } : {};
}

async function judgeSmall(
  habits: Partial<SmallHabits>,
  target: Partial<TargetInput> = {},
  meanwhile: (service: SmallService) => () => void = () => () => undefined,
): Promise<Run> {
  const service = await serveSmall(habits);
  const stop = meanwhile(service);
  try {
    return await judgeTarget(
      completeTarget({
        baseUrl: service.url,
        token: 'a-key',
        provision: () => ({ createWebhook: async (webhook) => service.make(webhook) }),
        allow: everything,
        ...target,
      }),
      { rules, seed: 1, runs: null, path: null },
    );
  } finally {
    stop();
    await service.close();
  }
}

describe.concurrent('a target that keeps the description', () => {
  test('passes each rule with everything allowed', async () => {
    const run = await judgeSandbox({ rules });
    expect(verdicts(run.results, 'pass')).toHaveLength(rules.length);
  });

  test('passes each rule with 20 deliveries and a disposable webhook, but for what needs more than one', async () => {
    const service = await serveSmall({});
    const uuid = service.data.webhooks[5]?.uuid ?? '';
    const target = completeTarget({
      baseUrl: service.url,
      token: 'a-key',
      fixtures: { disposableWebhooks: [uuid] },
      allow: { deliveries: 20, deletes: true },
    });
    const run = await judgeTarget(target, { rules, seed: 1, runs: null, path: null });
    await service.close();
    expect(run.results.filter(({ verdict }) => verdict !== 'pass').map(({ rule }) => rule.id)).toEqual([
      'HOOK-02',
    ]);
    expect(failing(run)).toEqual([]);
  });

  test.each([
    {
      webhookTestAnswer: 'pass-through',
      otherMethods: 'get',
      testOfUnknownWebhook: 'refused',
      uuidCase: 'upper',
    },
    {
      webhookTestAnswer: 'status-only',
      otherMethods: 'delete',
      successStatusOfDelete: '202',
      listOrder: 'newest',
    },
    { webhookTestAnswer: 'body-only', otherMethods: 'put', notFoundStatus: '500', invalidBodyStatus: '500' },
    { webhookTestAnswer: 'nested', otherMethods: 'patch', unknownEvent: 'refused', listOrder: 'target-url' },
    {
      webhookTestStatus: '202',
      pageMaximum: '20',
      furtherFields: 'changing',
      deleteTwice: 'confirmed',
      jsonText: 'escaped',
    },
  ] as const)('passes in the dialect %o', async (dialect) => {
    const run = await judgeSandbox({ rules, dialect });
    expect([...verdicts(run.results, 'fail'), ...verdicts(run.results, 'inconclusive')]).toEqual([]);
  });

  test('is not said to make no late calls where nothing was tested before', async () => {
    const once = rules.filter(({ id }) => id === 'TEST-09');
    const { results } = await judgeSandbox({ rules: once, allow: { deliveries: 9 } });
    expect(results.map(({ verdict, unseen }) => [verdict, unseen])).toEqual([
      ['inconclusive', ['called again later']],
    ]);
  });

  test.each([0, 1, 2, 20, 21, 300])('never fails with %i webhooks', async (start) => {
    expect(failing(await judgeSmall({ start }))).toEqual([]);
  });
});

describe.concurrent('a target of other habits', () => {
  test.each(Object.keys(conformingHabits))('never fails where it %s', async (name) => {
    const run = await judgeSmall(conformingHabits[name] ?? {});
    expect(verdicts(run.results, 'fail')).toEqual([]);
    expect(verdicts(run.results, 'pass').length).toBeGreaterThan(10);
  });

  test('passes each rule where it makes one test at a time', async () => {
    const { gateway } = oneAtATime(({ url }) => url.endsWith('/webhooks/test'), { status: 409, takesMs: 0 });
    const run = await judgeSandbox({ rules, gateway });
    expect(verdicts(run.results, 'fail')).toEqual([]);
    expect(notPassed(run, /^TEST-/)).toEqual([]);
  });

  test('never fails where it waits 250 ms for a target, and shows whom it waited for', async () => {
    const run = await judgeSandbox({
      rules,
      dialect: { targetFailure: '200' },
      sandbox: { deliveries: { answer: calledByAnImpatientClient } },
    });
    expect(verdicts(run.results, 'fail')).toEqual([]);
    expect(notPassed(run, /^TEST-0[2-8]/)).toEqual([]);
  });

  test('is not blamed for a key of another account that is taken nowhere', async () => {
    const alone = rules.filter(({ id }) => id === 'TEST-01');
    const run = await judgeSandbox({ rules: alone, target: { otherAccountToken: 'revoked-long-ago' } });
    expect(run.results.map(({ verdict }) => verdict)).toEqual(['pass']);
  });

  test('passes each rule where it calls in absolute form', async () => {
    const run = await judgeSandbox({ rules, sandbox: { deliveries: { answer: calledInAbsoluteForm } } });
    expect(notPassed(run, /^TEST-/)).toEqual([]);
  });

  test('never fails where others add, change and delete webhooks all the time', async () => {
    const run = await judgeSmall({ start: 60 }, {}, ({ data }) => {
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
    expect(verdicts(run.results, 'fail')).toEqual([]);
  });
});

describe.concurrent('a target with a defect', () => {
  for (const [name, breaks, brokenHabits, also = []] of webhookDefects) {
    test(`${name}: ${breaks} fails`, async () => {
      const failed = failing(await judgeSmall(brokenHabits));
      expect(failed).toContain(breaks);
      expect(failed.filter((id) => id !== breaks && !also.includes(id))).toEqual([]);
    });
  }

  // One in ten, since they are many; `pnpm test:proof` has them all.
  const broken = twins.filter((twin) => isOfWebhooks(twin.breaks)).filter((_, at) => at % 10 === 0);
  for (const { name, breaks, also, under } of broken) {
    test(`the twin ${name}: ${breaks} fails`, async () => {
      const failed = failing(
        await judgeSandbox({
          rules: rulesLike([breaks, ...also]),
          twin: name,
          dialect: { ...orderFor(name), ...under },
        }),
      );
      expect(failed).toContain(breaks);
      expect(failed.filter((id) => id !== breaks && !also.some((other) => other === id))).toEqual([]);
    });
  }
});

test('with nothing allowed nothing is sent but reads and tests of a lone uuid', async () => {
  const run = await judgeSandbox({
    rules,
    allow: { createApiKeys: 0, deliveries: 0, updates: false, deletes: false },
  });
  expect(run.record.filter(({ effect }) => effect !== 'none')).toEqual([]);
  expect(failing(run)).toEqual([]);
  expect(run.results.find(({ rule }) => rule.id === 'TEST-01')?.verdict).toBe('inconclusive');
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
    expect(verdicts(run.results, 'pass')).toEqual([]);
  },
);
