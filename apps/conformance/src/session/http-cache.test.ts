import type { Answer } from '@outreach-api/model/records/exchange';
import { expect, test } from 'vitest';
import { HttpCache } from './http-cache.ts';

function answered(headers: Readonly<Record<string, string>>, status = 200): Answer {
  return { status, ok: status === 200, headers, text: '[]', json: [] };
}

function cacheOf(...answers: readonly Answer[]): HttpCache {
  const cache = new HttpCache();
  for (const answer of answers) cache.keep('key', answer);
  return cache;
}

const date = 'Fri, 27 Nov 2026 12:00:10 GMT';

test.each([
  ['an entity tag', { etag: '"a"' }, { 'if-none-match': '"a"' }],
  [
    'a date of long before',
    { 'last-modified': 'Fri, 27 Nov 2026 12:00:00 GMT', date },
    { 'if-modified-since': 'Fri, 27 Nov 2026 12:00:00 GMT' },
  ],
  ['a date of just now', { 'last-modified': 'Fri, 27 Nov 2026 12:00:09 GMT', date }, {}],
  ['neither', { date }, {}],
  ['an entity tag, though it may not be stored', { etag: '"a"', 'cache-control': 'private, No-Store' }, {}],
])('an answer with %s is asked for again on that condition', (_, headers, condition) => {
  expect(cacheOf(answered(headers)).conditionOf('key')).toStrictEqual(condition);
});

test('an answer that may not be stored replaces one that may', () => {
  const cache = cacheOf(answered({ etag: '"a"' }), answered({ etag: '"b"', 'cache-control': 'no-store' }));
  expect(cache.conditionOf('key')).toStrictEqual({});
});

test('the kept answer is shown for 304, and for nothing else', () => {
  const kept = answered({ etag: '"a"' });
  expect(cacheOf(kept).shownFor('key', answered({}, 304))).toBe(kept);
  expect(cacheOf(kept).shownFor('key', answered({}))).toBeNull();
  expect(cacheOf().shownFor('key', answered({}, 304))).toBeNull();
});
