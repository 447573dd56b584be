/** What webhook tests with missing fields count as evidence for, and which are ignored. */
import { expect, it } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { exchangeSeen, type GivenExchange } from '../../../test/exchange-seen.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

const uuid = '3f0c1f9e-7d0a-4f0b-9c59-5b3d8b8e7a11';

function judged({ evidence }: Rule, exchange: GivenExchange): string | null {
  return (
    evidence?.judge([exchangeSeen({ operation: 'testWebhook', sent: { uuid }, ...exchange })])?.kind ?? null
  );
}

it.each<[string, GivenExchange, string | null]>([
  ['answered 422', { status: 422 }, 'held'],
  ['refused otherwise', { status: 404 }, 'broken'],
  ['taken', { status: 200 }, 'broken'],
  ['taken with another key', { status: 200, by: 'created key' }, 'broken'],
  ['refused to another key, which may be good no more', { status: 400, by: 'created key' }, null],
  ['refused for the sake of the caller', { status: 403 }, null],
  ['limited', { status: 429 }, null],
  ['refused beside another test', { status: 409 }, null],
  ['answered by a gateway', { status: 503 }, null],
  ['not answered', { status: null }, null],
  ['of which the uuid is none', { status: 400, sent: { uuid: 'x' } }, null],
])('a test with a uuid alone that is %s', (_, exchange, verdict) => {
  expect(judged(ruleNamed('TEST-01'), exchange)).toBe(verdict);
});

it('a test that lacks a field and is taken breaks TEST-05', () => {
  const sent = { event: 'reply', request_method: 'POST' };
  expect(judged(ruleNamed('TEST-05'), { sent })).toBe('broken');
  expect(judged(ruleNamed('TEST-05'), { sent, status: 422 })).toBe('held');
  expect(judged(ruleNamed('TEST-05'), { sent: { ...sent, target_url: 'https://x.example' } })).toBeNull();
});
