import { expect, test } from 'vitest';
import { classOf, isRefusedForNow, isSuccess, mayBeBusy } from './answer-class.ts';

test.each([
  [null, 'unknown', 'nobody', 'perhaps', 'the way'],
  [0, 'unknown', 'nobody', 'perhaps', 'the way'],
  [103, 'unknown', 'nobody', 'perhaps', 'the way'],
  [200, 'done', 'service', 'at once', 'the request'],
  [201, 'done', 'service', 'at once', 'the request'],
  [202, 'accepted', 'service', 'later', 'the request'],
  [204, 'done', 'service', 'at once', 'the request'],
  [307, 'redirected', 'service', 'never', 'the request'],
  [400, 'refused', 'service', 'never', 'the request'],
  [401, 'refused', 'service', 'never', 'the caller'],
  [403, 'refused', 'service', 'never', 'the caller'],
  [404, 'refused', 'service', 'never', 'the request'],
  [408, 'refused', 'service', 'never', 'the moment'],
  [409, 'refused', 'service', 'never', 'the moment'],
  [422, 'refused', 'service', 'never', 'the request'],
  [423, 'refused', 'service', 'never', 'the moment'],
  [425, 'refused', 'service', 'never', 'the moment'],
  [429, 'limited', 'limit', 'never', 'the caller'],
  [500, 'failed', 'service', 'perhaps', 'the request'],
  [501, 'failed', 'service', 'perhaps', 'the request'],
  [502, 'unknown', 'gateway', 'perhaps', 'the way'],
  [503, 'unknown', 'gateway', 'perhaps', 'the moment'],
  [504, 'unknown', 'gateway', 'perhaps', 'the way'],
  [511, 'failed', 'service', 'perhaps', 'the request'],
  [520, 'unknown', 'gateway', 'perhaps', 'the way'],
  [527, 'unknown', 'gateway', 'perhaps', 'the way'],
  [530, 'unknown', 'gateway', 'perhaps', 'the way'],
  [599, 'failed', 'service', 'perhaps', 'the request'],
  [999, 'failed', 'service', 'perhaps', 'the request'],
])('%s is %s, by the %s; takes effect %s and concerns %s', (status, kind, by, effect, concerns) => {
  expect(classOf(status === null ? null : { status })).toEqual({ kind, by, effect, concerns });
});

test('a success is a status whose class says that the request takes effect', () => {
  const statuses = Array.from({ length: 1000 }, (_, status) => status);
  expect(statuses.filter(isSuccess)).toEqual(
    statuses.filter((status) => ['at once', 'later'].includes(classOf({ status }).effect)),
  );
});

test.each([
  [307, true],
  [401, true],
  [409, true],
  [422, true],
  [429, true],
  [500, false],
  [502, false],
  [503, true],
])('%d may come while another request is in flight: %s', (status, expected) => {
  expect(mayBeBusy(classOf({ status }))).toBe(expected);
});

test.each([
  [404, false],
  [409, true],
  [423, true],
  [429, false],
  [503, false],
])('%d says that the service refused for the moment: %s', (status, expected) => {
  expect(isRefusedForNow(classOf({ status }))).toBe(expected);
});
