/** Creates webhooks on accounts that have too few, and removes them: nothing is left, whatever happens in between. */
import type { Dialect, Sandbox, TwinName } from '@outreach-api/sandbox';
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../test/simulation/simulate.ts';
import { judgeTarget } from '../../judge-target.ts';
import type { Run } from '../../run.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { judgeSandbox, sandboxTarget } from '../../../test/judge-sandbox.ts';
import { rules } from '../../catalogue/rules.ts';
import type { Allowed, Target } from '../../target/target.ts';
import { verdictsOf } from '../../../test/verdicts-of.ts';

const listRules = rules.filter(({ id }) => /^(PAGE|FILT|HOOK-03)/.test(id));

interface Given {
  readonly webhooks: number;
  readonly dialect?: Partial<Dialect>;
  readonly twin?: TwinName;
  readonly target?: (target: Target, sandbox: Sandbox) => Target;
  readonly stop?: AbortSignal;
}

interface Judged {
  readonly run: Run;
  readonly before: unknown;
  readonly after: unknown;
}

async function judged({ webhooks, dialect = {}, twin, target, stop }: Given): Promise<Judged> {
  const options = { webhooks, dialect, ...(twin === undefined ? {} : { twin }) };
  return simulate({ seed: 1, sandbox: options }, async ({ sandbox, network, url }) => {
    const before = sandbox.snapshot();
    const whole = sandboxTarget(sandbox, url);
    const run = await judgeTarget(target?.(whole, sandbox) ?? whole, {
      rules: listRules,
      seed: 1,
      runs: null,
      path: null,
      network,
      ...(stop === undefined ? {} : { stop }),
    });
    return { run, before, after: sandbox.snapshot() };
  });
}

const allPass = Object.fromEntries(listRules.map(({ id }) => [id, 'pass']));

describe('an account with too few webhooks', () => {
  test.each([0, 3])('with %i of them has each rule decided, and its data as before', async (webhooks) => {
    const seen = await judged({ webhooks });
    expect(verdictsOf(seen.run)).toEqual(allPass);
    expect(seen.after).toEqual(seen.before);
    const made = seen.run.ledger.filter(({ action }) => action === 'made webhook');
    expect(made).toHaveLength(25 - webhooks);
    expect(made.every(({ undone }) => undone)).toBe(true);
  });

  test('has each rule decided where small pages, late deletions and other cases of letters are usual', async () => {
    const dialect = { pageMaximum: '20', successStatusOfDelete: '202', uuidCase: 'upper' } as const;
    const seen = await judged({ webhooks: 0, dialect });
    expect(verdictsOf(seen.run)).toEqual(allPass);
    expect(seen.after).toEqual(seen.before);
  });

  test('is left as it is where nothing may be deleted, and says so', async () => {
    const target = (whole: Target): Target => ({ ...whole, allow: { ...whole.allow, deletes: false } });
    const seen = await judged({ webhooks: 3, target });
    expect(seen.after).toEqual(seen.before);
    expect(seen.run.ledger).toEqual([]);
    const undecided = seen.run.results.find(({ rule }) => rule.id === 'PAGE-05');
    expect(undecided?.reason).toContain('`allow.deletes`');
  });

  test('gets what its module takes: one event and one method alone are enough', async () => {
    const target = (whole: Target, sandbox: Sandbox): Target => ({
      ...whole,
      provision: () => ({
        createWebhook: async (webhook) => {
          const { event, request_method, target_url } = webhook;
          if (event !== 'sender_profile_sent_email' || request_method !== 'POST' || target_url.includes('%'))
            throw new Error('not taken');
          return sandbox.createWebhook(0, webhook);
        },
      }),
    });
    const seen = await judged({ webhooks: 0, target });
    expect(seen.after).toEqual(seen.before);
    expect(verdictsOf(seen.run)).toMatchObject({
      'PAGE-05': 'pass',
      'PAGE-06': 'pass',
      'PAGE-07': 'pass',
      'FILT-01': 'pass',
    });
  });

  test('is not filled by a module that fails', async () => {
    const target = (whole: Target): Target => ({
      ...whole,
      provision: () => ({ createWebhook: async () => Promise.reject(new Error('no')) }),
    });
    const seen = await judged({ webhooks: 0, target });
    expect(seen.run.results.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(seen.run.results.find(({ rule }) => rule.id === 'PAGE-05')?.reason).toContain('createWebhook');
  });

  test('is not waited for where `total` counts nothing', async () => {
    const { seconds, results } = await judgeSandbox({
      rules: listRules.filter(({ id }) => id === 'PAGE-07'),
      sandbox: { webhooks: 3 },
      gateway: async (request, pass) => {
        const answer = await pass(request);
        const body: unknown = request.method === 'GET' ? await answer.clone().json() : null;
        return isRecord(body) && 'total' in body ? Response.json({ ...body, total: 0 }) : answer;
      },
    });
    expect(verdictsOf({ results })).toEqual({ 'PAGE-07': 'fail' });
    expect(seconds).toBeLessThan(20);
  });

  test('has nothing left when the run is stopped while webhooks are made', async () => {
    const stopping = new AbortController();
    let made = 0;
    const target = (whole: Target, sandbox: Sandbox): Target => ({
      ...whole,
      provision: () => ({
        createWebhook: async (webhook) => {
          made += 1;
          if (made === 9) stopping.abort();
          return sandbox.createWebhook(0, webhook);
        },
      }),
    });
    const seen = await judged({ webhooks: 0, target, stop: stopping.signal });
    expect(made).toBe(9);
    expect(seen.after).toEqual(seen.before);
    expect(seen.run.results.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
  });

  test('lists what is left behind where a deletion is only confirmed', async () => {
    const seen = await judged({ webhooks: 0, twin: 'delete-of-webhook-is-only-confirmed' });
    expect(seen.run.ledger.map(({ undone }) => undone)).toEqual(Array.from({ length: 25 }, () => false));
  });
});

test('an account with enough webhooks is left alone', async () => {
  const { run } = await judged({ webhooks: 47 });
  expect(run.ledger).toEqual([]);
});

describe('an account with enough webhooks, but no URL that is hard to send', () => {
  const filled = (parts: Partial<Target>, allow: Partial<Allowed> = {}): Given => ({
    webhooks: 2,
    target: (whole, sandbox) => {
      for (let index = 0; index < 28; index += 1) {
        const event = index % 2 === 0 ? 'contact_replied' : 'contact_enriched';
        const request_method = index % 5 === 0 ? 'PUT' : 'POST';
        const target_url = `https://example.com/${index % 9}`;
        sandbox.createWebhook(0, { event, request_method, target_url });
      }
      return { ...whole, ...parts, allow: { ...whole.allow, ...allow } };
    },
  });

  test('gets one', async () => {
    const seen = await judged(filled({}));
    expect(verdictsOf(seen.run)).toEqual(allPass);
    expect(seen.run.ledger.map(({ action, undone }) => [action, undone])).toEqual([['made webhook', true]]);
  });

  test('is left alone where nothing may be deleted, and each rule is decided', async () => {
    const seen = await judged(filled({}, { deletes: false }));
    expect(verdictsOf(seen.run)).toEqual(allPass);
    expect(seen.run.ledger).toEqual([]);
  });

  test('has each rule decided where its module does not take the URL', async () => {
    const provision: Target['provision'] = () => ({
      createWebhook: async () => Promise.reject(new Error('not taken')),
    });
    expect(verdictsOf((await judged(filled({ provision }))).run)).toEqual(allPass);
  });
});
