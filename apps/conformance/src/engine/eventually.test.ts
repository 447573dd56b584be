import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inVirtualTime } from '../../test/simulation/virtual-time.ts';
import { systemClock } from './clock.ts';
import { eventually, LearntPatience, type Bound } from './eventually.ts';

/** The number of looks, each of which takes this long, if what is awaited never shows. */
async function looksWhere(tookMs: number, bound: Omit<Bound, 'subject'>): Promise<number> {
  return inVirtualTime(1, async () => {
    const waiter = { clock: systemClock, patience: new LearntPatience() };
    let looks = 0;
    const look = async (): Promise<boolean> => {
      looks += 1;
      await wait(tookMs);
      return false;
    };
    await eventually(waiter, { subject: 'nothing', ...bound }, look, Boolean);
    return looks;
  });
}

describe('waiting until something shows', () => {
  it('ends when its time is up', async () => {
    expect(await looksWhere(700, { forMs: 600 })).toBe(1);
  });

  it('looks as often as it must, however long each look takes', async () => {
    expect(await looksWhere(700, { forMs: 600, leastLooks: 3 })).toBe(3);
  });
});
