import { expect, it } from 'vitest';
import { affordableRuns, leftAlone } from './affordable-runs.ts';

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

it('what no rule needs to decide is left for repetitions first, then for observations', () => {
  const left = (createApiKeys: number, deliveries: number) => leftAlone({ createApiKeys, deliveries });
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
