import { describe, expect, it } from 'vitest';
import { Clock } from './clock.ts';
import { eventually, LearntPatience, type Bound } from './eventually.ts';

/** A clock on which time passes only while somebody waits. */
class SteppedClock extends Clock {
  #now = 0;

  override now(): number {
    return this.#now;
  }

  override async wait(ms: number): Promise<void> {
    this.#now += ms;
  }
}

/** The number of looks, each of which takes this long, if what is awaited never shows. */
async function looksWhere(tookMs: number, bound: Omit<Bound, 'subject'>): Promise<number> {
  const clock = new SteppedClock();
  let looks = 0;
  const look = async (): Promise<boolean> => {
    looks += 1;
    await clock.wait(tookMs);
    return false;
  };
  const waiter = { clock, patience: new LearntPatience() };
  await eventually(waiter, { subject: 'nothing', ...bound }, look, Boolean);
  return looks;
}

describe('waiting until something shows', () => {
  it('ends with a look that begins when its time is up, however long looks take', async () => {
    expect(await looksWhere(700, { forMs: 600 })).toBe(2);
    expect(await looksWhere(700, { forMs: 0 })).toBe(1);
  });

  it('looks as often as it must, however long each look takes', async () => {
    expect(await looksWhere(700, { forMs: 600, leastLooks: 3 })).toBe(3);
  });
});
