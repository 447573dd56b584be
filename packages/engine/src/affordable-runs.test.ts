import { expect, it } from 'vitest';
import { affordableRuns } from './affordable-runs.ts';

it('budgets are shared out in turns, in the order of the experiments', () => {
  const spenders = [
    { experiment: 'a', cost: { coins: 1 }, most: 9 },
    { experiment: 'b', cost: { coins: 2 }, most: 9 },
    { experiment: 'c', cost: {}, most: 9 },
  ];
  const runs = affordableRuns(spenders, { coins: 7, stamps: 0 });
  expect([...runs]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
});

it('what one experiment does not need is left to the others', () => {
  const spenders = [
    { experiment: 'a', cost: { stamps: 1 }, most: 1 },
    { experiment: 'b', cost: { stamps: 9 }, most: 4 },
  ];
  expect([...affordableRuns(spenders, { stamps: 19 })]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

it('what costs of a budget that is not there is not run', () => {
  expect([...affordableRuns([{ experiment: 'a', cost: { stamps: 1 }, most: 1 }], {})]).toEqual([['a', 0]]);
});
