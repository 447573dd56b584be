/** The sender profile rules on targets that conform in unusual ways. */
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { judgeSandbox, sandboxTarget } from '../../../test/judge-sandbox.ts';
import type { Disturbance } from '../../../test/simulation/disturbances.ts';
import { profileDisturbances } from '../../../test/simulation/profile-disturbances.ts';
import { Chance } from '../../../test/simulation/seeded-chance.ts';
import { simulate } from '../../../test/simulation/simulate.ts';
import { judgeTarget } from '../../judge-target.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('PROF');
const isProfile = ({ url }: Request): boolean => url.includes('/sender-profiles/');

/** The verdicts of the profile rules where a run is disturbed in this way, and their reasons. */
async function disturbed({ before }: Disturbance) {
  const dialect = { successStatusOfUpdate: '202', omittedOnUpdate: 'cleared' } as const;
  const seed = 1;
  return simulate(
    { seed, sandbox: { seed, dialect }, before: (sandbox) => before(sandbox, new Chance(seed)) },
    async ({ sandbox, network, url }) => {
      const settings = { rules, seed, runs: null, path: null, observe: true, network };
      const { results } = await judgeTarget(sandboxTarget(sandbox, url), settings);
      return results.map(({ rule, verdict, reason }) => [rule.id, verdict, reason]);
    },
  );
}

describe.concurrent('a target with', () => {
  it.each(Object.entries(profileDisturbances))('%s fails no rule of profiles', async (_, disturbance) => {
    const verdicts = await disturbed(disturbance);
    expect(verdicts.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
    expect(verdicts.filter(([, verdict]) => verdict === 'pass').length).toBeGreaterThan(rules.length / 2);
  });
});

describe.concurrent('a gateway that', () => {
  it.each([
    ['text in another normalization form', (text: string) => text.normalize('NFD')],
    [
      '`updated_at` without its fraction when it is read',
      (text: string, { method }: Request) =>
        method === 'GET' ? text.replaceAll(/("updated_at":"[^"]*)\.\d{3}Z"/g, '$1.000Z"') : text,
    ],
  ])('shows %s passes each rule', async (_, change) => {
    const { results } = await judgeSandbox({
      rules,
      gateway: async (request, pass) => {
        const answer = await pass(request);
        if (!isProfile(request) || !answer.ok || request.method === 'DELETE') return answer;
        return new Response(change(await answer.text(), request), { status: answer.status });
      },
    });
    expect(
      results.filter(({ verdict }) => verdict !== 'pass').map(({ rule, reason }) => [rule.id, reason]),
    ).toEqual([]);
  });
});

it('what changes between two reads, but not in the series of reads that follows, does not fail PROF-03', async () => {
  const lastReadAt = new Map<string, number>();
  let updates = 0;
  const { results } = await judgeSandbox({
    rules: rulesNamed('PROF-03'),
    allow: { deletes: false },
    gateway: async (request, pass) => {
      const answer = await pass(request);
      if (!isProfile(request) || !answer.ok || request.method !== 'GET') return answer;
      const pausedMs = performance.now() - (lastReadAt.get(request.url) ?? 0);
      lastReadAt.set(request.url, performance.now());
      // Neither right after each other nor after the pauses of the slow series.
      if (pausedMs > 8 && pausedMs < 60) updates += 1;
      const text = await answer.text();
      return new Response(text.replace(/"first_name":"[^"]*"/, `"first_name":"Busy ${updates}"`), answer);
    },
  });
  expect(updates).toBeGreaterThan(1);
  expect(results.map(({ verdict }) => verdict)).toEqual(['inconclusive']);
});

it('deletions that are refused for a moment fail nothing, also where there is but one profile to delete', async () => {
  let served: Sandbox | undefined;
  let since = 0;
  let made = 0;
  const { results } = await judgeSandbox({
    rules: rulesNamed('PROF-09', 'PROF-10'),
    gateway: async (request, pass, sandbox) => {
      served = sandbox;
      if (request.method === 'DELETE' && since === 0) since = Date.now();
      if (request.method !== 'DELETE' || Date.now() - since > 1000) return pass(request);
      return Response.json({ message: 'read only for a moment' }, { status: 503 });
    },
    target: {
      provision: () => ({
        createSenderProfile: async (profile) => {
          made += 1;
          if (served === undefined || made > 1) throw new Error('there is but one');
          return served.createSenderProfile(0, profile);
        },
      }),
    },
  });
  expect(since).toBeGreaterThan(0);
  expect(results.map(({ verdict }) => verdict)).not.toContain('fail');
});
