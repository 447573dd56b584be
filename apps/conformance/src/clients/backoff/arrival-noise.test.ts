import { describe, expect, it } from 'vitest';
import { latenessOf } from './arrival-noise.ts';

const samples = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe('how late requests may arrive', () => {
  it('is taken for much where nothing was calibrated, or hardly anything', () => {
    expect(latenessOf(null).unknown).toBe('no calibration client ran beside it');
    expect(latenessOf([1, 2, 3])).toEqual(latenessOf(null));
  });

  it('is what a calibration client shows, and what a client takes for itself', () => {
    const quiet = latenessOf(samples(50, 5));
    expect(quiet).toEqual({ mostMs: 110, usualMs: 105, unknown: null });
    expect(latenessOf(samples(50, -3)).usualMs).toBe(100);
  });

  it('is not told by one sample of a hundred', () => {
    expect(latenessOf([...samples(99, 5), 900])).toEqual(latenessOf(samples(50, 5)));
    expect(latenessOf([...samples(50, 5), 200]).mostMs).toBe(500);
  });

  it('is too much to tell where the machine is busy', () => {
    expect(latenessOf([...samples(30, 5), ...samples(5, 400)]).unknown).toContain('400 ms late');
  });
});
