import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const epoch = Date.UTC(2026, 10, 23, 12, 0, 0);
const times = { answeredAt: 5000, date: null, epoch };
const comeAt = (text: string) => {
  const read = readRetryAfter(text, times);
  return read?.kind === 'date' ? new Date(read.at + epoch).toISOString() : read;
};

describe('Retry-After', () => {
  it('may be whole seconds', () => {
    expect(readRetryAfter(' 120 ', times)).toEqual({ kind: 'seconds', seconds: 120 });
    expect(readRetryAfter('0', times)).toEqual({ kind: 'seconds', seconds: 0 });
  });

  it('may be a date in one of three forms', () => {
    const date = '2026-11-23T12:00:30.000Z';
    expect(comeAt('Mon, 23 Nov 2026 12:00:30 GMT')).toBe(date);
    expect(comeAt('Monday, 23-Nov-26 12:00:30 GMT')).toBe(date);
    expect(comeAt('Mon Nov 23 12:00:30 2026')).toBe(date);
    expect(comeAt('Sun Nov  6 08:49:37 1994')).toBe('1994-11-06T08:49:37.000Z');
    expect(comeAt('Sunday, 06-Nov-94 08:49:37 GMT')).toBe('1994-11-06T08:49:37.000Z');
    expect(comeAt('Sat, 31 Dec 2016 23:59:60 GMT')).toBe('2017-01-01T00:00:00.000Z');
  });

  it('may be any date that a program writes', () => {
    const any = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
    fc.assert(
      fc.property(any, (date) => {
        const whole = Math.floor(date.getTime() / 1000) * 1000;
        expect(readRetryAfter(date.toUTCString(), times)).toEqual({ kind: 'date', at: whole - epoch });
      }),
    );
  });

  it.each([
    'soon',
    '',
    '-5',
    '+5',
    '1.5',
    '1e3',
    '0x10',
    '1, 5',
    '2026-11-23T12:00:30Z',
    'Mon, 31 Feb 2026 12:00:30 GMT',
    'Mon, 23 Nov 2026 24:00:30 GMT',
    'Mon, 23 Nov 2026 12:00:30 CET',
    'mon, 23 nov 2026 12:00:30 gmt',
  ])('is malformed: %j', (text) => {
    expect(readRetryAfter(text, times)).toEqual({ kind: 'malformed', text });
  });

  it('is measured by whichever clock makes it earlier', () => {
    const date = 'Mon, 23 Nov 2026 11:00:00 GMT';
    const text = 'Mon, 23 Nov 2026 11:00:30 GMT';
    expect(readRetryAfter(text, { ...times, date })).toEqual({ kind: 'date', at: -3_570_000 });
    expect(readRetryAfter(text, { ...times, date, epoch: null })).toEqual({ kind: 'date', at: 35_000 });
    expect(readRetryAfter(text, { ...times, epoch: null })).toBeNull();
  });
});
