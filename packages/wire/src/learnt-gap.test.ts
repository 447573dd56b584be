import { describe, expect, it } from 'vitest';
import { LearntGap } from './learnt-gap.ts';

/** Sends this many requests to a target that limits those less than `leastMs` apart; returns how many it limits. */
function limitedOf(gap: LearntGap, requests: number, leastMs: number): number {
  let limited = 0;
  for (let request = 0; request < requests; request += 1)
    if (gap.ms >= leastMs) gap.accepted();
    else {
      limited += 1;
      gap.limited(Math.min(10, Math.floor(1000 / Math.max(1, gap.ms))));
    }
  return limited;
}

describe('a gap between requests', () => {
  it('is the configured one while nothing is limited', () => {
    const gap = new LearntGap(10);
    for (let request = 0; request < 1000; request += 1) gap.accepted();
    expect(gap.ms).toBe(10);
  });

  it('is a little longer than what was sent in the second before the first limit', () => {
    const gap = new LearntGap(0);
    gap.limited(100);
    expect(gap.ms).toBeCloseTo(12);
  });

  it('goes back to the configured one where a limit was met once', () => {
    const gap = new LearntGap(2);
    gap.limited(1);
    expect(gap.ms).toBe(1000);
    for (let request = 0; request < 100; request += 1) gap.accepted();
    expect(gap.ms).toBe(2);
  });

  it('stays near the least that the target takes, and is seldom tried without success', () => {
    const gap = new LearntGap(0);
    expect(limitedOf(gap, 2000, 100)).toBeLessThan(20);
    expect(gap.ms).toBeGreaterThanOrEqual(100 / 1.5);
    expect(gap.ms).toBeLessThan(150);
  });

  it('is not made longer by what was sent without it', () => {
    const gap = new LearntGap(0);
    gap.limited(10);
    const { ms } = gap;
    gap.limited(50);
    expect(gap.ms).toBe(ms);
  });

  it('is one second at the most', () => {
    const gap = new LearntGap(0);
    for (let limited = 0; limited < 50; limited += 1) gap.limited(1);
    expect(gap.ms).toBe(1000);
  });
});
