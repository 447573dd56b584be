import { describe, expect, it } from 'vitest';
import { announcedWaitMs } from './announced-wait.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
const date = new Date(now).toUTCString();

describe('the wait that a limited answer announces', () => {
  it.each<[Record<string, string>, number]>([
    [{ 'retry-after': '900' }, 900_000],
    [{ 'retry-after': new Date(now + 60_000).toUTCString() }, 60_000],
    [{ ratelimit: '"default";r=0;t=900' }, 900_000],
    [{ ratelimit: 'limit=100, remaining=0, reset=900' }, 900_000],
    [{ 'ratelimit-reset': '900' }, 900_000],
    [{ 'x-ratelimit-reset': String(now / 1000 + 900) }, 900_000],
    [{ 'x-ratelimit-reset-after': '12.5' }, 12_500],
    [{ 'retry-after': '1', ratelimit: '"default";r=0;t=900' }, 900_000],
  ])('is read from %o', (headers, ms) => {
    expect(announcedWaitMs({ date, ...headers })).toBe(ms);
  });

  it.each<Record<string, string>>([
    {},
    { 'retry-after': '' },
    { 'retry-after': 'soon' },
    { ratelimit: 'limit=100' },
  ])('is not known from %o', (headers) => {
    expect(announcedWaitMs({ date, ...headers })).toBeNull();
  });
});
