import { expect, it } from 'vitest';
import { affordableRuns, heldBack } from './affordable-runs.ts';

it('budgets are shared out in turns, in the order of the experiments', () => {
  const spenders = [
    { experiment: 'a', cost: { createApiKeys: 1 } },
    { experiment: 'b', cost: { createApiKeys: 2 } },
    { experiment: 'c', cost: {} },
  ];
  const runs = affordableRuns(spenders, { createApiKeys: 7, deliveries: 0 });
  expect([...runs]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
});

it('what no rule needs to decide is held back for observations', () => {
  const spenders = [
    { experiment: 'a', cost: { createApiKeys: 1 } },
    { experiment: 'b', cost: { deliveries: 8 } },
    { experiment: 'c', cost: { deliveries: 1 } },
  ];
  const kept = (createApiKeys: number, deliveries: number) =>
    heldBack(spenders, { createApiKeys, deliveries });
  expect(kept(0, 0)).toEqual({ createApiKeys: 0, deliveries: 0 });
  expect(kept(3, 11)).toEqual({ createApiKeys: 0, deliveries: 0 });
  expect(kept(4, 13)).toEqual({ createApiKeys: 1, deliveries: 2 });
  expect(kept(60, 120)).toEqual({ createApiKeys: 1, deliveries: 4 });
});
