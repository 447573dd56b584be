import { expect, it } from 'vitest';
import { timedTogether } from './timed-together.ts';

it('shares the time of all among those that were done side by side', async () => {
  const done: string[] = [];
  const [none, ...shares] = await timedTogether(
    ['a', 'b', 'c'].map((name) => async () => {
      await Promise.resolve();
      done.push(name);
    }),
  );
  expect(done).toEqual(['a', 'b', 'c']);
  expect([none, ...shares].every((share) => share !== undefined && share >= 0)).toBe(true);
  expect(await timedTogether([])).toEqual([]);
});

it('gives the one that takes longer the greater share', async () => {
  const later = Promise.withResolvers<void>();
  const [short = 0, long = 0] = await timedTogether([
    async () => {
      setTimeout(() => {
        later.resolve();
      }, 20);
    },
    async () => later.promise,
  ]);
  expect(long).toBeGreaterThan(short);
});
