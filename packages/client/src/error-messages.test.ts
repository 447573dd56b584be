/** Shows what an error tells of the service's answer. */
import { describe, expect, test } from 'vitest';
import { clientOf, errorOf } from '../test/fakes.ts';
import { apiKey, canary } from '../test/records.ts';

describe("the service's own words are in the message", () => {
  const words = async (body: string, status = 422) => {
    const client = clientOf(async () => new Response(body, { status }));
    const error = await errorOf(() => client.senderProfiles.get('u'));
    return error.message.replace(/^.*: answered \d+(; )?/, '');
  };
  test.each<[string, unknown, string]>([
    ['detail', { detail: 'no such record' }, '"no such record"'],
    ['message', { message: 'no such record' }, '"no such record"'],
    ['error', { error: 'no such record', status: 404 }, '"no such record"'],
    ['an object in it', { error: { code: 7, message: 'no such record' } }, '"no such record"'],
    ['RFC 9457', { type: 'about:blank', title: 'Gone', detail: 'for good' }, '"for good"'],
    ['RFC 9457 without a detail', { type: 'about:blank', title: 'Gone' }, '"Gone"'],
    ['a list of problems', { detail: [{ loc: ['body', 'name'], msg: 'is required' }] }, '"is required"'],
    ['a text', 'no such record', '"no such record"'],
    ['none', { code: 7 }, ''],
    ['a number', { detail: 7 }, ''],
    ['null', null, ''],
    ['more than a line', { detail: 'a\n\u001b[31mb\u202ec\u2028d' }, '"a [31mb c d"'],
    ['the credential', { detail: `${canary} is unknown` }, '"[credential] is unknown"'],
    ['another key', { detail: `${apiKey.last_token}x.y is unknown` }, '"[credential] is unknown"'],
    ['without an end', { detail: 'x'.repeat(1e6) }, `"${'x'.repeat(200)}"`],
  ])('%s', async (_, body, shown) => {
    expect(await words(JSON.stringify(body))).toBe(shown);
  });

  test('nested without an end, or no JSON', async () => {
    expect(await words('{"detail":'.repeat(1e5) + '7' + '}'.repeat(1e5))).toBe('');
    expect(await words('<html>no</html>', 502)).toMatch(/^$/);
  });

  test('beside why it was given up', async () => {
    const error = await errorOf(() =>
      clientOf(async () => Response.json({ error: 'slow down' }, { status: 429 }), {
        retry: false,
      }).webhooks.list(),
    );
    expect(error.message).toMatch(/answered 429; given up after attempt 1 \(attempts\); "slow down"$/);
  });
});

test.each<[string, string, unknown]>([
  ['JSON', '{"problems":[1]}', { problems: [1] }],
  ['null', 'null', null],
  ['a text', 'down', undefined],
  ['nothing', '', undefined],
])('the data of an answer that is %s', async (_, body, data) => {
  const client = clientOf(async () => new Response(body, { status: 400 }));
  const error = await errorOf(() => client.senderProfiles.get('u'));
  expect(error).toHaveProperty('data', data);
  expect(Object.keys(error)).not.toContain('data');
});
