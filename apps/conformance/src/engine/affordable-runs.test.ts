import { expect, it } from 'vitest';
import { affordableRuns, heldBack } from './affordable-runs.ts';

it('budgets are shared out in turns, in the order of the experiments', () => {
  const spenders = [
    { experiment: 'a', cost: { createApiKeys: 1 }, most: 9 },
    { experiment: 'b', cost: { createApiKeys: 2 }, most: 9 },
    { experiment: 'c', cost: {}, most: 9 },
  ];
  const runs = affordableRuns(spenders, { createApiKeys: 7, deliveries: 0 });
  expect([...runs]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
});

it('what one has no use for is left to the others', () => {
  const spenders = [
    { experiment: 'a', cost: { deliveries: 1 }, most: 1 },
    { experiment: 'b', cost: { deliveries: 9 }, most: 4 },
  ];
  expect([...affordableRuns(spenders, { createApiKeys: 0, deliveries: 19 })]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

it('what no rule needs to decide is held back for observations', () => {
  const kept = (createApiKeys: number, deliveries: number) => heldBack({ createApiKeys, deliveries });
  expect(kept(0, 0)).toEqual({ createApiKeys: 0, deliveries: 0 });
  expect(kept(11, 19)).toEqual({ createApiKeys: 0, deliveries: 0 });
  expect(kept(12, 20)).toEqual({ createApiKeys: 1, deliveries: 1 });
  expect(kept(60, 120)).toEqual({ createApiKeys: 1, deliveries: 4 });
});
