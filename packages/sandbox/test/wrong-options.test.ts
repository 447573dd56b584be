/** How a sandbox reports invalid options and fields: it accepts none of them silently. */
import { expect, test } from 'vitest';
import { createSandbox } from '../src/index.ts';
import { mockOutreach as mockFetch } from '../src/mock/mock-fetch.ts';
import { mockOutreach as mockNock } from '../src/mock/mock-nock.ts';

/** As a caller without a compiler passes it. */
function untyped(json: string): Parameters<typeof createSandbox>[0] {
  return JSON.parse(json);
}

test.each([
  ['{ "webhooks": -1 }', 'webhooks must be a whole number, 0 or more; not -1'],
  ['{ "webhooks": 2.5 }', 'webhooks must be a whole number, 0 or more; not 2.5'],
  ['{ "webhooks": "3" }', `webhooks must be a whole number, 0 or more; not '3'`],
  ['{ "seed": "x" }', `seed must be a whole number; not 'x'`],
  ['{ "seed": null }', 'seed must be a whole number; not null'],
  ['{ "latencyMs": "1 s" }', `latencyMs must be milliseconds, 0 or more; not '1 s'`],
  ['{ "now": "2030-01-01" }', `now must be a function that gives a Date; not '2030-01-01'`],
  ['{ "rateLimit": { "requests": 0, "perMs": 1000 } }', 'rateLimit must be { requests, perMs }'],
  ['{ "rateLimit": { "requests": 5 } }', 'rateLimit must be { requests, perMs }'],
  ['{ "cors": "yes" }', `cors must be true or false; not 'yes'`],
  ['{ "deliveries": { "hosts": "all" } }', "deliveries.hosts must be 'loopback', 'any' or an array of names"],
  ['{ "deliveries": { "timeout": 3 } }', 'there is no option deliveries.timeout; the options are timeoutMs'],
  ['{ "webhook": 3 }', 'there is no option webhook; the options are seed, data'],
  ['{ "dialect": { "pageMaximum": 20 } }', 'the readings of pageMaximum are strings: write "20"'],
  ['{ "dialect": { "pageMaximum": ["20"] } }', 'the readings of pageMaximum are strings: write "20"'],
  ['{ "dialect": { "pageMaximum": { "a": 1 } } }', 'pageMaximum has no reading {"a":1}; it has 20, 50'],
  ['{ "dialect": "strict" }', 'a dialect is an object'],
])('a sandbox is not made of %s', async (json, message) => {
  await expect(createSandbox(untyped(json))).rejects.toThrow(message);
});

test('a secret that is none is not shown', async () => {
  await expect(createSandbox(untyped('{ "secret": 1234567 }'))).rejects.toThrow(/^secret must be a text$/);
});

test.each([
  ['{ "webhooks": -1 }', 'webhooks must be'],
  ['{ "onUnmatchedRequest": "warn" }', `onUnmatchedRequest must be 'error' or 'answer'; not "warn"`],
  ['{ "onDelivery": 200 }', 'onDelivery must be a function'],
  ['{ "webhook": 3 }', 'there is no option webhook; the options are baseUrl'],
  ['{ "data": "file.db" }', 'there is no option data'],
])('a mock is not made of %s', (json, message) => {
  expect(() => mockFetch(JSON.parse(json))).toThrow(message);
  expect(() => mockNock(JSON.parse(json))).toThrow(message);
});

test('a mock by nock knows its own options', () => {
  expect(() => mockNock(JSON.parse('{ "otherHosts": "all" }'))).toThrow("otherHosts must be 'refused'");
  expect(() => mockNock(JSON.parse('{ "otherHosts": [1] }'))).toThrow('or an array of hosts; not [1]');
});

test('a change that is none leaves the mock as it was', async () => {
  using mock = mockFetch({ webhooks: 2 });
  for (const [json, message] of [
    ['{ "webhooks": -1 }', 'webhooks must be'],
    ['{ "seed": "x" }', 'seed must be'],
    ['{ "dialect": { "pageMaximum": 20 } }', 'write "20"'],
    ['{ "baseUrl": "https://a.test" }', 'there is no option baseUrl; the options are dialect'],
    ['{ "twin": "no-such-twin" }', 'no-such-twin'],
  ] as const) {
    expect(() => mock.use(JSON.parse(json))).toThrow(message);
  }
  expect(mock.accounts[0].webhooks()).toHaveLength(2);
});

test.each([
  [
    '{ "operation": "webhooks.lst" }',
    'there is no operation "webhooks.lst"; the operations are apiKeys.create',
  ],
  ['{ "operations": "webhooks.list" }', 'there is no option operations; the options are operation'],
])('no answers are planned for %s', async (json, message) => {
  using mock = mockFetch();
  expect(() => mock.limitNext(1, JSON.parse(json))).toThrow(message);
  expect(() => mock.answerNext(1, () => new Response(), JSON.parse(json))).toThrow(message);
  expect(mock.pendingAnswers).toBe(0);
});

test.each([
  ['{ "retryAfter": "7" }', 'retryAfter must be seconds as a number, or a valid date'],
  ['{ "retryAfter": -7 }', 'retryAfter must be seconds, 0 or more, or a date; not -7'],
])('no limit is planned with %s', (json, message) => {
  using mock = mockFetch();
  expect(() => mock.limitNext(1, JSON.parse(json))).toThrow(message);
  expect(() => mock.limitNext(1, { retryAfter: new Date(Number.NaN) })).toThrow('a valid date');
  expect(() => mock.answerNext(1, JSON.parse('503'))).toThrow('the answer must be a function');
  expect(mock.pendingAnswers).toBe(0);
});

test.each([
  ['{}', 'first_name must be a string, and is missing'],
  ['{ "first_name": "A", "last_name": 3 }', 'last_name must be a string, not 3'],
  ['{ "first_name": "A", "last_name": "B", "label": 3 }', 'label must be a string or null, not 3'],
  ['{ "first_name": "A", "last_name": "B", "status": null }', 'status must be a string, not null'],
  ['{ "first_name": "A", "last_name": "B", "linkedin_server_id": "7" }', 'must be a whole number or null'],
  ['{ "first_name": "A", "last_name": "B", "team_id": 7 }', 'there is no field "team_id"; the fields are'],
  ['[]', 'an object with the fields first_name'],
])('no sender profile is made of %s', (json, message) => {
  using mock = mockFetch();
  const before = mock.snapshot();
  expect(() => mock.createSenderProfile(0, JSON.parse(json))).toThrow(message);
  expect(mock.snapshot()).toEqual(before);
});

test('no record is made for an account that is none', () => {
  using mock = mockFetch();
  const webhook = { event: 'e', request_method: 'POST', target_url: 'https://a.example' };
  expect(() => mock.createWebhook(JSON.parse('2'), webhook)).toThrow(
    'there is no account 2; the accounts are 0 and 1',
  );
});
