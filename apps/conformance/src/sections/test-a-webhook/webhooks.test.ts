/** The rules of the webhook sections on sandboxes with various habits and defects. */
import { twins, type Dialect, type TwinName } from '@outreach-api/sandbox';
import { describe, expect, test } from 'vitest';
import { judgeSandbox } from '../../../test/judge-sandbox.ts';
import { recordIn } from '../../../test/record-in.ts';
import { oneAtATime } from '../../../test/services/one-at-a-time.ts';
import { rules as allRules } from '../../catalogue/rules.ts';
import { selectRules } from '../../catalogue/select-rules.ts';
import { idsWith, notPassed, resultsWith } from '../../../test/verdicts-of.ts';

const rules = selectRules(allRules, ['HOOK', 'TEST', 'DEL']);

function isOfWebhooks(id: string): boolean {
  return rules.some((rule) => rule.id === id);
}

/** The rules of these rules' groups: the proof shows what else a twin may break. */
function rulesLike(ids: readonly string[]): typeof rules {
  const groups = new Set(ids.map(groupOf));
  return rules.filter(({ id }) => groups.has(groupOf(id)));
}

function groupOf(id: string): string {
  return id.replace(/-\d+$/, '');
}

/** Only what the suite creates is known to exist: for this twin it must come first. */
function orderFor(twin: TwinName): Partial<Dialect> {
  return twin === 'list-leaves-out-the-first' ? { listOrder: 'newest' } : {};
}

describe.concurrent('a target that keeps the description', () => {
  test('passes each rule with everything allowed', async () => {
    const run = await judgeSandbox({ rules });
    expect(resultsWith(run, 'pass')).toHaveLength(rules.length);
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
    expect([...resultsWith(run, 'fail'), ...resultsWith(run, 'inconclusive')]).toEqual([]);
  });

  test('is looked at late also where one batch of tests is all that may be sent', async () => {
    const once = rules.filter(({ id }) => id === 'TEST-09');
    const { results } = await judgeSandbox({ rules: once, allow: { deliveries: 9 } });
    const unsent = ['called again where it answers 202', 'called again where it answers at length'];
    expect(results.map(({ verdict, unseen }) => [verdict, unseen])).toEqual([['inconclusive', unsent]]);
  });

  test('passes TEST-09 where it lists no webhook', async () => {
    const once = rules.filter(({ id }) => id === 'TEST-09');
    const run = await judgeSandbox({ rules: once, sandbox: { webhooks: 0 }, target: { provision: null } });
    expect(notPassed(run)).toEqual([]);
  });
});

describe.concurrent('a target that calls again where a response is long', () => {
  test('fails TEST-09 though `allow.deliveries` is used up within the batch that shows it', async () => {
    const twin = 'target-that-answers-with-over-64-kb-is-called-again';
    const allow = { createApiKeys: 4, deliveries: 18 };
    const tested = allRules.filter(({ id }) => /^(?:TEST|KEY|HOOK)/.test(id));
    const run = await judgeSandbox({ rules: tested, twin, allow });
    expect(idsWith(run, 'fail')).toEqual(['TEST-09']);
  });
});

describe.concurrent('a target of other habits', () => {
  test('passes each rule where it makes one test at a time', async () => {
    const { gateway } = oneAtATime(({ url }) => url.endsWith('/webhooks/test'), { status: 409, takesMs: 0 });
    const run = await judgeSandbox({ rules, gateway });
    expect(resultsWith(run, 'fail')).toEqual([]);
    expect(notPassed(run, /^TEST-/)).toEqual([]);
  });

  test('is not blamed for a key of another account that is taken nowhere', async () => {
    const alone = rules.filter(({ id }) => id === 'TEST-01');
    const run = await judgeSandbox({ rules: alone, target: { otherAccountToken: 'revoked-long-ago' } });
    expect(run.results.map(({ verdict }) => verdict)).toEqual(['pass']);
  });

  test('may refuse to test a webhook at an address other than its own', async () => {
    const run = await judgeSandbox({
      rules,
      gateway: async (request, pass, sandbox) => {
        if (!request.url.endsWith('/webhooks/test')) return pass(request);
        const body = await request.clone().text();
        const named = sandbox.snapshot().webhooks.find(({ uuid }) => body.includes(uuid));
        const isOther = named !== undefined && body.includes('target_url') && !body.includes(named.targetUrl);
        return isOther ? Response.json({ title: 'not its address' }, { status: 409 }) : pass(request);
      },
    });
    expect(idsWith(run, 'fail')).toEqual([]);
    expect(idsWith(run, 'inconclusive')).toContain('TEST-06');
  });

  test.each([
    { calls: true, failed: [] },
    { calls: false, failed: ['TEST-06'] },
  ])('may test a webhook with its own event and method alone: %o', async ({ calls, failed }) => {
    const run = await judgeSandbox({
      rules: rules.filter(({ id }) => id === 'TEST-06'),
      gateway: async (request, pass, sandbox) => {
        const body = request.url.endsWith('/webhooks/test') ? await recordIn(request) : {};
        if (body['target_url'] === undefined) return pass(request);
        const { event, request_method: method } = body;
        const named = sandbox.snapshot().webhooks.find(({ uuid }) => uuid === body['uuid']);
        const isOwn = named === undefined || (named.event === event && named.requestMethod === method);
        // Others are stored all the same.
        if (!isOwn || (method !== 'POST' && method !== 'GET')) return new Response('{}', { status: 409 });
        return named === undefined || calls ? pass(request) : Response.json({ status: 203 });
      },
    });
    expect(idsWith(run, 'fail')).toEqual(failed);
    expect(idsWith(run, 'inconclusive')).toEqual([]);
  });
});

const ofOtherRules: ReadonlySet<string> = new Set(['otherAccountToken', 'createApiKeys', 'filters']);

describe.concurrent('a target with a defect', () => {
  // One in ten, since there are many; `pnpm test:proof` runs them all.
  const broken = twins.filter((twin) => isOfWebhooks(twin.breaks)).filter((_, at) => at % 10 === 0);
  for (const { name, breaks, also, needs, under } of broken) {
    // What is shown to other callers, or under a filter, is seen where other rules request it.
    const isInPassing = needs.some((need) => ofOtherRules.has(need));
    test(`the twin ${name}: ${breaks} fails`, async () => {
      const run = await judgeSandbox({
        rules: isInPassing ? allRules : rulesLike([breaks, ...also]),
        twin: name,
        dialect: { ...orderFor(name), ...under },
      });
      const failed = idsWith(run, 'fail');
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
  expect(idsWith(run, 'fail')).toEqual([]);
  expect(run.results.find(({ rule }) => rule.id === 'TEST-01')?.verdict).toBe('inconclusive');
});
