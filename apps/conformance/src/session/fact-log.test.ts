/** What a run keeps as facts, on simulated sandboxes. */
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { judgeSandbox } from '../../test/judge-sandbox.ts';
import { ruleNamed } from '../../test/rules-named.ts';
import type { Fact } from '@outreach-api/model/laws/fact';
import { judgeProfiles } from '@outreach-api/model/laws/judge-profiles';

const rules = (['PROF-05', 'PROF-08', 'PROF-10', 'AUTH-01'] as const).map((id) => ruleNamed(id));

it('keeps what is put back and what a gateway answered before a repetition, in order and without credentials', async () => {
  const facts: Fact[] = [];
  let updates = 0;
  await judgeSandbox({
    rules: rules.slice(0, 1),
    onFacts: (all) => facts.push(...all),
    gateway: async (request, pass) => {
      if (request.method === 'PUT') updates += 1;
      const isFailing = request.method === 'PUT' && updates === 2;
      return isFailing ? new Response(null, { status: 502 }) : pass(request);
    },
  });
  const attempts = facts.filter((fact) => fact.kind === 'attempt');
  const sent = attempts.filter(({ operation }) => operation === 'updateSenderProfile');
  expect(sent).toHaveLength(updates);
  const [failed, ...others] = sent.filter(({ came }) => came.by === 'gateway');
  expect(others).toEqual([]);
  expect(sent.filter((one) => isDeepStrictEqual(one.sent, failed?.sent))).toHaveLength(2);
  const moments = facts.flatMap(({ from, to }) => [from, to]);
  expect(new Set(moments).size).toBe(moments.length);
  expect(facts.some(({ kind }) => kind === 'made')).toBe(true);
  expect(JSON.stringify(facts)).not.toMatch(/eyJ[\w-]+\./);
});

it.each([1, 2, 3])('the model explains all that a sandbox shows, seed %d', async (seed) => {
  const facts: Fact[] = [];
  const { record } = await judgeSandbox({ rules, seed, onFacts: (all) => facts.push(...all) });
  expect(facts.length).toBeGreaterThanOrEqual(record.length);
  const verdicts = [...judgeProfiles(facts, [])];
  expect(verdicts.filter(([, { kind }]) => kind !== 'held')).toEqual([]);
  for (const id of ['PROF-05', 'PROF-08', 'PROF-10'] as const)
    expect(new Map(verdicts).get(id)?.chances).toBeGreaterThan(5);
});
