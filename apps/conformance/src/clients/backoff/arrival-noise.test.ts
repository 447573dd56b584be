import { describe, expect, it } from 'vitest';
import { latenessOf } from './arrival-noise.ts';

const samples = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe('how late requests may arrive', () => {
  it('is assumed to be high without calibration, or with few samples', () => {
    expect(latenessOf(null).unknown).toBe('no calibration client ran beside it');
    expect(latenessOf([1, 2, 3])).toEqual(latenessOf(null));
  });

  it('is the lateness of the calibration client plus the overhead of a client', () => {
    const quiet = latenessOf(samples(50, 5));
    expect(quiet).toEqual({ mostMs: 110, usualMs: 105, unknown: null });
    expect(latenessOf(samples(50, -3)).usualMs).toBe(100);
  });

  it('is not decided by one sample in a hundred', () => {
    expect(latenessOf([...samples(99, 5), 900])).toEqual(latenessOf(samples(50, 5)));
    expect(latenessOf([...samples(50, 5), 200]).mostMs).toBe(500);
  });

  it('is too high for a verdict on a busy machine', () => {
    expect(latenessOf([...samples(30, 5), ...samples(5, 400)]).unknown).toContain('400 ms late');
  });
});
