import { expect, it } from 'vitest';
import { spareOf } from './spare-budgets.ts';

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
