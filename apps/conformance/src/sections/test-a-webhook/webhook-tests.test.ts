import { expect, test } from 'vitest';
import type { TestAttempt } from './tests-seen.ts';
import { firstBatch } from './test-batches.ts';
import { holdsAnothersResponse, keepsAddress, wasPerhapsGivenUp } from './webhook-tests.ts';

const attempt: TestAttempt = {
  method: 'POST',
  uuid: 'none',
  event: 'named',
  suffix: '/a',
  status: 203,
  accepted: true,
  answer: { status: 200, text: '{"ok":true}', headers: {} },
  sent: {
    uuid: null,
    kind: 'sender_profile_sent_email',
    url: 'http://localhost/a',
    path: '/a',
    marker: 'marker-1',
  },
  calls: [],
  repeats: false,
  tookMs: 150,
};

test.each([
  [false, { hungUp: false, tookMs: 150, text: '{"ok":true}' }],
  [false, { hungUp: true, tookMs: 50, text: '{"ok":true}' }],
  [false, { hungUp: true, tookMs: 150, text: '{"received":"marker-1"}' }],
  [true, { hungUp: true, tookMs: 150, text: '{"ok":true}' }],
])('that a target was perhaps given up is %s of %o', (is, { hungUp, tookMs, text }) => {
  const call = { method: 'POST', path: '/a', bodyLength: 9, hasData: true, hungUp };
  const answer = { ...attempt.answer, text };
  expect(wasPerhapsGivenUp({ ...attempt, tookMs, answer, calls: [call] })).toBe(is);
});

test.each([
  [true, '/a%2fb?c=d.e'],
  [true, '/%61%2Fb?c=d%2Ee'],
  [false, '/a/b?c=d.e'],
  [false, '/a%2Fb?c=d.E'],
  [false, '/a%252Fb?c=d.e'],
])('that an address is kept is %s of %s', (is, called) => {
  expect(keepsAddress({ ...attempt, sent: { ...attempt.sent, path: '/a%2Fb?c=d.e' } }, called)).toBe(is);
});

test('a space that becomes a plus is a change', () => {
  expect(keepsAddress({ ...attempt, sent: { ...attempt.sent, path: '/a?b=c%20d' } }, '/a?b=c+d')).toBe(false);
});

test('targets that are called at the same time answer with different statuses', () => {
  const statuses = firstBatch.steps.flat().map(({ status }) => status);
  expect(new Set(statuses).size).toBe(statuses.length);
});

test.each([
  [true, 'marker-2', 1],
  [false, 'marker-2', 0],
  [false, 'marker-1', 1],
])("that another test's response was returned is %s of the answer %s after %i calls", (is, text, calls) => {
  const call = { method: 'POST', path: '/a', bodyLength: 9, hasData: true, hungUp: false };
  const other = { ...attempt, sent: { ...attempt.sent, marker: 'marker-2' } };
  const refused = {
    ...attempt,
    accepted: false,
    answer: { ...attempt.answer, status: 500, text },
    calls: Array.from({ length: calls }, () => call),
  };
  expect(holdsAnothersResponse(refused, [refused, other])).toBe(is);
});
