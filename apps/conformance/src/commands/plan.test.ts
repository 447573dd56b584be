import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../test/simulation/simulate.ts';
import { judgeTarget } from '../judge-target.ts';
import { commandInProcess } from '../../test/command-in-process.ts';
import { everything, sandboxTarget } from '../../test/judge-sandbox.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { completeTarget, type Target } from '../target/target.ts';
import { forgedRequests } from './forged-requests.ts';
import { planText } from './plan.ts';
import { expectedRequests, expectedSeconds } from './run-length.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const whole = { rules, observe: true, runs: null, path: null };

function target(parts: Partial<Parameters<typeof completeTarget>[0]> = {}): Target {
  return completeTarget({ baseUrl: 'https://staging.example.com', token: 'x', ...parts });
}

describe('the plan', () => {
  it('of a first run says that nothing is changed', () => {
    expect(planText(target(), whole)).toMatch(
      /^https:\/\/staging\.example\.com: no key created, no webhook called, nothing updated, nothing deleted, no flood, about \d+ requests, some \d+ of them with a missing, random or forged credential, to which a lockout or a firewall may react, ~\d+ s at 100 ms per request, 8 at a time$/,
    );
  });

  it('says the most of all that is allowed, and where webhooks are called', () => {
    const all = target({
      fixtures: { senderProfiles: [uuid], disposableWebhooks: [uuid], disposableSenderProfiles: [uuid] },
      allow: { createApiKeys: 3, deliveries: 20, updates: true, deletes: true, flood: 500 },
      receiver: { publicUrl: 'https://user:secret@ci.example.com/hooks/?key=secret' },
    });
    expect(planText(all, whole)).toContain(
      'up to 3 keys created, up to 20 webhook calls to https://ci.example.com/hooks, 1 profile updated and restored, up to 1 webhook and 1 profile of the fixtures deleted, a flood of up to 500 requests, about ',
    );
  });

  it('leaves out what no selected rule does', () => {
    const all = target({ allow: everything, fixtures: { senderProfiles: [uuid] } });
    const pages = { ...whole, rules: selectRules(rules, ['PAGE-01']), observe: false };
    expect(planText(all, pages)).toMatch(
      /no key created, no webhook called, nothing updated, nothing deleted, no flood, about \d+ requests/,
    );
  });

  it('does not count deliveries that could not reach the receiver', () => {
    const far = target({ allow: { deliveries: 5 } });
    expect(planText(far, whole)).toContain(
      'no webhook called (allowed, but that needs `receiver.publicUrl`, since the target is not on this machine)',
    );
  });

  it('says what is allowed and cannot be done, and what that takes', () => {
    const all = target({ allow: { updates: true, deletes: true, deliveries: 3, createApiKeys: 2 } });
    const text = planText(all, whole);
    expect(text).toContain(
      'nothing updated (allowed, but that needs a uuid in `fixtures.senderProfiles` (or `provision`))',
    );
    expect(text).toContain(
      'nothing deleted (allowed, but that needs a uuid in `fixtures.disposableWebhooks` or `fixtures.disposableSenderProfiles` (or `provision`))',
    );
    expect(text).toContain('up to 2 keys created');
    expect(text).not.toMatch(/no flood \(/);
  });

  it('says the most requests that may be sent, and how long they take at the pace of the target file', () => {
    const slow = target({ requests: { maxPerSecond: 2, concurrency: 4 } });
    expect(planText(slow, { ...whole, maxRequests: 240 })).toMatch(
      /about 240 requests, at most 240 \(--max-requests\), .*, ~2 min at 100 ms per request, 4 at a time and at most 2 per second$/,
    );
    expect(planText(target(), { ...whole, maxRequests: 100_000 })).toMatch(
      /about \d{3} requests, at most 100000 \(--max-requests\), /,
    );
  });

  it('says no forged credential where the target file leaves them out', () => {
    expect(planText(target({ allow: { forgedCredentials: false } }), whole)).toMatch(
      /about \d+ requests, ~\d+ s at 100/,
    );
  });
});

it('`--plan` prints the plan without any credential and stops, having sent nothing', async () => {
  await simulate({ seed: 1 }, async ({ sandbox, network, url }) => {
    const surroundings = { cwd: tmpdir(), env: { OUTREACH_TOKEN: '' } };
    const args = ['server', '--url', url, '--plan'];
    const { code, stdout, stderr } = await commandInProcess(args, surroundings, network);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+: no key created, .*, about \d+ requests, some \d+ of them .*\n$/,
    );
    expect(sandbox.record).toEqual([]);
  });
});

it.each(['page-window', 'page-window:', 'page-window:x'])(
  '`--path %s` is refused: it has no numbers',
  async (path) => {
    const args = ['server', '--url', 'https://staging.example.com', '--plan', '--path', path];
    const { code, stderr } = await simulate({ seed: 1 }, async ({ network }) =>
      commandInProcess(args, { cwd: tmpdir(), env: { OUTREACH_TOKEN: '' } }, network),
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/--path .* It must be an experiment and numbers/);
  },
);

/** How far a run may be from the prediction: from half to twice as many requests. */
const [least, most] = [0.5, 2];

describe('the expected number of requests is about that of a real run', () => {
  const cases: readonly [string, Partial<Target['allow']>, readonly string[], number][] = [
    ['that changes nothing', { createApiKeys: 0, deliveries: 0, updates: false, deletes: false }, [], 47],
    [
      'that changes nothing, of 3 webhooks',
      { createApiKeys: 0, deliveries: 0, updates: false, deletes: false },
      [],
      3,
    ],
    ['with everything allowed', {}, [], 47],
    ['with a small budget', { createApiKeys: 3, deliveries: 20 }, [], 47],
    ...['AUTH', 'DEL', 'FILT', 'HOOK', 'KEY', 'PAGE', 'PROF', 'TEAM', 'TEST'].map(
      (group): (typeof cases)[number] => [`of ${group} alone`, {}, [group], 47],
    ),
  ];
  it.for(cases)('%s', async ([, allow, selected, webhooks]) => {
    const observe = selected.length === 0;
    const planned = { rules: selectRules(rules, selected), observe, runs: null, path: null };
    const simulation = { seed: 5, sandbox: { webhooks, seed: 5 } };
    const [requests, expected] = await simulate(simulation, async ({ sandbox, network, url }) => {
      const judged = sandboxTarget(sandbox, url, { ...everything, ...allow });
      const run = await judgeTarget(judged, { ...planned, seed: 5, network });
      return [run.requests, expectedRequests(judged, planned)];
    });
    expect({ requests, expected, ratio: requests / expected }).toMatchObject({
      ratio: expect.toSatisfy((ratio: number) => ratio > least && ratio < most),
    });
  });
});

describe('the expected time is about that of a real run', () => {
  const paces = [
    { latencyMs: 50, concurrency: 8, maxPerSecond: null },
    { latencyMs: 200, concurrency: 8, maxPerSecond: null },
    { latencyMs: 100, concurrency: 2, maxPerSecond: null },
    { latencyMs: 20, concurrency: 8, maxPerSecond: 20 },
  ];
  it.for(paces)('%o', async ({ latencyMs, concurrency, maxPerSecond }) => {
    const planned = { ...whole, observe: true };
    // To the target and back.
    const simulation = { seed: 5, latencyMs: [latencyMs / 2, latencyMs / 2] } as const;
    const [seconds, expected] = await simulate(simulation, async ({ sandbox, network, url }) => {
      const known = sandboxTarget(sandbox, url);
      const judged = { ...known, requests: { ...known.requests, concurrency, maxPerSecond } };
      const run = await judgeTarget(judged, { ...planned, seed: 5, network });
      return [run.seconds, expectedSeconds(expectedRequests(judged, planned), latencyMs, judged.requests)];
    });
    expect({ seconds, expected, ratio: seconds / expected }).toMatchObject({
      ratio: expect.toSatisfy((ratio: number) => ratio > least && ratio < most),
    });
  });
});

describe('forged credentials', () => {
  /** A whole run that may change nothing, and how many of its requests bore no key of the account. */
  async function judged(forgedCredentials: boolean) {
    const simulation = { seed: 5, sandbox: { webhooks: 30, seed: 5 } };
    return simulate(simulation, async ({ sandbox, network, url }) => {
      const whom = sandboxTarget(sandbox, url, { ...none, forgedCredentials });
      const planned = { rules: selectRules(rules, ['AUTH', 'TEAM']), observe: true, runs: null, path: null };
      const { results } = await judgeTarget(whom, { ...planned, seed: 5, network });
      const verdicts = Object.fromEntries(
        results.map(({ rule, verdict, reason }) => [rule.id, [verdict, reason]]),
      );
      const refused = sandbox.record.filter(({ status }) => status === 401).length;
      return { verdicts, refused, estimated: forgedRequests(whom, planned) };
    });
  }
  const none = { createApiKeys: 0, deliveries: 0, updates: false, deletes: false };

  it('are sent as often as the plan says', async () => {
    const { refused, estimated } = await judged(true);
    // A key past its 3 years is refused too, but is not one of them: once for the list, once for a profile.
    expect(refused).toBe(estimated + 2);
  });

  it('are not sent where the target file says so: what needs them is skipped, all else is judged', async () => {
    const { verdicts, refused, estimated } = await judged(false);
    expect({ refused, estimated }).toEqual({ refused: 2, estimated: 0 });
    const skipped = ['skipped', 'needs `allow.forgedCredentials` not to be false'];
    for (const id of ['AUTH-01', 'AUTH-02', 'AUTH-03']) expect(verdicts[id]?.[0]).toBe('skipped');
    expect(verdicts['AUTH-01']?.[1]).toContain(skipped[1]);
  });
});
