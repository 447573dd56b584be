/** Accounts with more webhooks than are read each time. */
import { expect, test } from 'vitest';
import { judgeSandbox } from '../../test/judge-sandbox.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';

const webhooks = 3000;
const timeout = 120_000;

test('a long list leaves no rule undecided', { timeout }, async () => {
  const { results, requests } = await judgeSandbox({ sandbox: { webhooks } });
  expect(results.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
  expect(requests).toBeLessThan(2800);
});

test('a long list in small pages breaks nothing under filters', { timeout }, async () => {
  const { results } = await judgeSandbox({
    sandbox: { webhooks: 1000 },
    dialect: { pageMaximum: '20' },
    rules: selectRules(rules, ['FILT']),
  });
  expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

test.each([
  ['DEL-01', 'deleted-webhook-is-still-counted'],
  ['DEL-01', 'delete-of-webhook-is-only-confirmed'],
  ['FILT-04', 'not-equals-acts-as-equals'],
  ['FILT-05', 'less-or-equal-acts-as-less'],
] as const)('%s fails on a long list where %s', { timeout }, async (id, twin) => {
  const { results } = await judgeSandbox({ sandbox: { webhooks }, twin, rules: selectRules(rules, [id]) });
  expect(results.map(({ verdict }) => verdict)).toEqual(['fail']);
});
