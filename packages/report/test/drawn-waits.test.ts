import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';
import { drawnWaits } from '../src/page/drawn-waits.ts';

const declared: DeclaredBackoff = {
  base: 100,
  factor: 2,
  cap: null,
  floor: 0,
  addedJitter: 0,
  jitter: [0.5, 1],
  attempts: 4,
  retryAfterMax: null,
  retryAfterDates: true,
  from: 'end',
};

/** Attempts that are answered in the same millisecond in which they come. */
function sequence(arrivals: readonly number[], seconds: number | null = null): RetrySequence {
  return {
    request: 'GET /',
    attempts: arrivals.map((at) => ({
      arrivedAt: at,
      answeredAt: at,
      status: 429,
      retryAfter: seconds === null ? null : { kind: 'seconds', seconds },
    })),
    ended: 'gave up',
  };
}

const exponential = sequence([0, 100, 300, 700]);
const draw = (sequences: readonly RetrySequence[], policy: DeclaredBackoff | null = declared) =>
  drawnWaits({ sequences, declared: policy, broken: null, id: 'waits-1' }).markup;

/** The heights of the circles that represent waits. */
function heights(svg: string): number[] {
  return [...svg.matchAll(/<circle cx="[\d.]+" cy="([\d.]+)"/g)].map(([, y]) => Number(y));
}

describe('drawn waits', () => {
  it('are well-formed', () => {
    const errors: string[] = [];
    const parser = new SaxesParser({ xmlns: false });
    parser.on('error', (error) => errors.push(error.message));
    parser.write(draw([exponential, sequence([0, 1000], 1), sequence([0, 0, 0])])).close();
    expect(errors).toEqual([]);
  });

  it('are described for those who do not see them', () => {
    const svg = draw([exponential, sequence([0, 80])]);
    expect(svg).toContain('role="img" aria-labelledby="waits-1-title waits-1-text"');
    expect(svg).toContain(
      '2 sequences. retry 1: 80 ms to 100 ms (declared envelope 100 ms); retry 2: 200 ms to 200 ms (declared envelope 200 ms)',
    );
  });

  it('rise by the same height from retry to retry where they grow exponentially', () => {
    const [first = 0, second = 0, third = 0] = heights(draw([exponential], null));
    expect(first - second).toBeCloseTo(second - third, 0);
    expect(first - second).toBeGreaterThan(10);
    const level = heights(draw([sequence([0, 100, 200, 300])], null));
    expect(new Set(level).size).toBe(1);
  });

  it('lie within the declared envelope where they are what is declared', () => {
    const svg = draw([exponential]);
    expect(svg).toContain('<polygon');
    expect(svg).toContain('as declared');
    expect(draw([exponential], null)).not.toContain('<polygon');
  });

  it('show what the service asked for', () => {
    expect(draw([sequence([0, 1000], 1)])).toContain('as Retry-After asks');
  });

  it('put the broken sequence in front', () => {
    const even = sequence([0, 100, 200, 300]);
    const svg = drawnWaits({ sequences: [even, exponential], declared, broken: even, id: 'a' }).markup;
    expect(svg.indexOf('--link')).toBeLessThan(svg.indexOf('--fail'));
    expect(svg).toContain('a breach');
  });

  it('are none of a client that never retried', () => {
    expect(draw([sequence([0])])).toBe('');
  });
});
