import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../test/clients/simulated-retries.ts';
import { highestSharedStake, highestStake, type Bet } from './bet.ts';

/** Bets on an event with this frequency, with odds that differ from bet to bet. */
function bets(seed: number, share: number): Bet[] {
  const random = randomOf(seed);
  return Array.from({ length: 200 }, () => {
    const chance = 0.05 + 0.6 * random();
    return { happened: random() < share * chance, chance };
  });
}

const raised = ({ happened, chance }: Bet): Bet => ({ happened, chance: Math.min(1, 1.2 * chance) });

const rate = (share: number, stake: (all: Bet[]) => number) =>
  Array.from({ length: 2000 }, (_, seed) => stake(bets(seed, share))).filter((most) => most >= 100).length /
  2000;

describe('a stake', () => {
  it('hardly ever grows if the event is as frequent as expected, however often one checks', () => {
    expect(rate(1, (all) => highestStake(all, 0.9))).toBeLessThan(0.01);
    expect(rate(1, (all) => highestSharedStake([all, all.map(raised)], 0.7))).toBeLessThan(0.01);
  });

  it('never grows if the event is rarer', () => {
    expect(rate(0.5, (all) => highestStake(all, 0.9))).toBe(0);
  });

  it('grows soon if the event happens every time', () => {
    const each = Array.from({ length: 4 }, (): Bet => ({ happened: true, chance: 0.25 }));
    expect(highestStake(each, 0.9)).toBeCloseTo(3.6 ** 4);
  });

  it('ignores events that were likely', () => {
    expect(highestStake([{ happened: true, chance: 1 }], 0.9)).toBe(1);
    expect(highestStake([], 0.9)).toBe(1);
    expect(highestSharedStake([], 0.9)).toBe(1);
  });
});
