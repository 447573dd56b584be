/** Shows how `Retry-After` is read, by the examples of RFC 9110. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['0.5', 500],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ['Sat, 21 Nov 2026 12:00:07 GMT', 7000],
  ['Saturday, 21-Nov-26 12:00:07 GMT', 7000],
  ['Sat Nov 21 12:00:07 2026', 7000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
])('%s is %d ms', (value, ms) => {
  expect(parseRetryAfter(value, null, now)).toBe(ms);
});

test.each([
  ['30, 30', 30_000],
  ['30,7', 30_000],
  ['Sat, 21 Nov 2026 12:00:07 GMT, Sat, 21 Nov 2026 12:00:09 GMT', 9000],
  ['5, Sat, 21 Nov 2026 12:00:07 GMT', 7000],
  ['Saturday, 21-Nov-26 12:00:07 GMT, 5', 7000],
])('of a header that came twice the longer counts: %s is %d ms', (value, ms) => {
  expect(parseRetryAfter(value, null, now)).toBe(ms);
});

test('of a date that came twice the earlier counts', () => {
  const date = 'Sat, 21 Nov 2026 11:00:00 GMT, Sat, 21 Nov 2026 11:00:05 GMT';
  expect(parseRetryAfter('Sat, 21 Nov 2026 11:00:07 GMT', date, now)).toBe(7000);
});

test.each([
  null,
  '',
  '-1',
  '1e3',
  '0x10',
  '5 s',
  'tomorrow',
  '2026-11-21T12:00:07Z',
  'Sat, 21 Foo 2026 12:00:07 GMT',
])('%s says nothing', (value) => {
  expect(parseRetryAfter(value, null, now)).toBeNull();
});

test("a date is measured by the server's own clock where it shows it", () => {
  const value = 'Sat, 21 Nov 2026 15:00:30 GMT';
  expect(parseRetryAfter(value, 'Sat, 21 Nov 2026 15:00:00 GMT', now)).toBe(30_000);
  expect(parseRetryAfter(value, 'not a date', now)).toBe(3 * 3_600_000 + 30_000);
});

test('the three examples of RFC 9110, 5.6.7 are the same time', () => {
  const expected = Date.UTC(1994, 10, 6, 8, 49, 37);
  expect(parseRetryAfter('Sun, 06 Nov 1994 08:49:37 GMT', null, 0)).toBe(expected);
  expect(parseRetryAfter('Sunday, 06-Nov-94 08:49:37 GMT', null, 0)).toBe(expected);
  expect(parseRetryAfter('Sun Nov  6 08:49:37 1994', null, 0)).toBe(expected);
});

test('every date that JavaScript writes as an HTTP date is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(9999, 11, 31) }), (ms) => {
      const whole = ms - (ms % 1000);
      expect(parseRetryAfter(new Date(whole).toUTCString(), null, 0)).toBe(whole);
    }),
  );
});
