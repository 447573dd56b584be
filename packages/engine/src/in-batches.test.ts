/** Shows that work done in batches keeps its order, how many are in flight, and when it ends. */
import { setTimeout as passed } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { allInBatches, inBatches } from './in-batches.ts';

const six = [0, 1, 2, 3, 4, 5] as const;

/** Makes numbers, one of two later than those after it, and counts how many are in progress; one may fail. */
function making(failing: number | null = null) {
  const seen = { underWay: 0, most: 0, begun: 0 };
  const make = async (number: number): Promise<number> => {
    seen.begun += 1;
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    await passed(number % 2 === 0 ? 5 : 1);
    seen.underWay -= 1;
    if (number === failing) throw new Error(`failed at ${number}`);
    return number * 10;
  };
  return { seen, make };
}

it('makes four at a time, and yields them in order', async () => {
  const { seen, make } = making();
  expect(await allInBatches(six, make)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(seen).toEqual({ underWay: 0, most: 4, begun: 6 });
});

it('begins no more once its reader stops', async () => {
  const { seen, make } = making();
  for await (const made of inBatches(six, make)) if (made === 0) break;
  expect(seen).toMatchObject({ underWay: 0, begun: 4 });
});

it('throws what one throws when the others have ended', async () => {
  const { seen, make } = making(1);
  await expect(allInBatches(six, make)).rejects.toThrow('failed at 1');
  expect(seen).toMatchObject({ underWay: 0, begun: 4 });
});

it('makes as many as are left', async () => {
  const { seen, make } = making();
  expect(await allInBatches(six, make, () => 5 - seen.begun)).toEqual([0, 10, 20, 30, 40]);
});
