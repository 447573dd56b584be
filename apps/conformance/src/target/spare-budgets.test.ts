import { expect, it } from 'vitest';
import { judgeSandbox } from '../../test/judge-sandbox.ts';
import { idsWith } from '../../test/verdicts-of.ts';
import { fullBudgets, spareOf } from './spare-budgets.ts';

it('what no rule needs to decide is left for repetitions first, then for observations', () => {
  const left = (createApiKeys: number, deliveries: number) => spareOf({ createApiKeys, deliveries });
  const none = { createApiKeys: 0, deliveries: 0 };
  expect(left(0, 0)).toEqual({ forRepetitions: none, forObservations: none });
  expect(left(11, 22)).toEqual({ forRepetitions: none, forObservations: none });
  expect(left(12, 31)).toEqual({
    forRepetitions: { createApiKeys: 1, deliveries: 9 },
    forObservations: none,
  });
  expect(left(60, 120)).toEqual({
    forRepetitions: { createApiKeys: 2, deliveries: 9 },
    forObservations: { createApiKeys: 1, deliveries: 4 },
  });
});

it.each([
  { withFlood: false, allow: fullBudgets(false) },
  { withFlood: true, allow: { ...fullBudgets(true), flood: 7000 } },
])(
  'no rule stays undecided with the full budgets, with a flood: $withFlood',
  async ({ withFlood, allow }) => {
    const rateLimit = { requests: 3000, perMs: 300_000 };
    const run = await judgeSandbox({
      allow,
      ...(withFlood ? { sandbox: { rateLimit }, dialect: { rateLimitWindow: 'bucket' } } : {}),
    });
    expect(idsWith(run, 'inconclusive')).toEqual([]);
    expect(idsWith(run, 'skipped').some((id) => !id.startsWith('RATE'))).toBe(false);
  },
);
