/** No form of a credential gets through, even if a text was cut in the middle of it. */
import { assert, nat, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { Secrets } from './secrets.ts';

const key = 'canary key/+="0d1f-4c2a"';

it.each([
  ['as it is', key],
  ['percent-encoded', encodeURIComponent(key)],
  [
    'percent-encoded in lower case',
    encodeURIComponent(key).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  ],
  ['in JSON', JSON.stringify(key).slice(1, -1)],
  ['in base64', Buffer.from(key).toString('base64')],
  ['in base64url', Buffer.from(key).toString('base64url')],
])('%s', (_, form) => {
  const secrets = new Secrets();
  secrets.add(key, '$KEY');
  expect(secrets.mask(`before ${form} after`)).toMatch(/^before \$KEY=* after$/);
});

it('no part of eight characters or more gets through where a text was cut', () => {
  assert(
    property(nat(key.length), string(), (length, before) => {
      const secrets = new Secrets();
      secrets.add(key, '$KEY');
      const masked = secrets.mask(`${before}${key.slice(0, length)}… (5000 characters)`);
      expect(masked).not.toContain(key.slice(0, 8));
      expect(masked.endsWith('… (5000 characters)')).toBe(true);
      if (length < 8) expect(masked).toBe(`${before}${key.slice(0, length)}… (5000 characters)`);
    }),
  );
});

// A search that restarts at each letter would not finish.
it.each([
  ['without a space', 'x'.repeat(1_000_000)],
  ['of beginnings of JWTs', 'eyJ'.repeat(300_000)],
  ['of quotation marks', '"a":'.repeat(250_000)],
  ['of backslashes', '\\'.repeat(1_000_000)],
])('ends on a long text %s', (_, text) => {
  const secrets = new Secrets();
  secrets.add(key, '$KEY');
  expect(secrets.mask(`${text}…`)).toBe(`${text}…`);
});

it('a credential is masked with what stands around it, however it is written', () => {
  const secrets = new Secrets();
  const token = 'k7/Qz+2mV9xR4tB8wN3pL6sD1fG5hJ0c';
  secrets.add(token, '$KEY');
  const bearer = Buffer.from(`Bearer ${token}`);
  expect(secrets.mask(`{"seen":"${bearer.toString('base64')}"}`)).toBe('{"seen":"QmVhcmVyI$KEY"}');
  expect(secrets.mask(bearer.toString('hex'))).toBe('42656172657220$KEY');
  expect(secrets.mask(`a ${token.slice(5, 20)} b ${token.toUpperCase()}`)).toBe('a $KEY b $KEY');
  const twice = Buffer.from(JSON.stringify({ token: encodeURIComponent(token) })).toString('base64url');
  expect(secrets.mask(encodeURIComponent(JSON.stringify({ twice })))).toMatch(/^[^$]{0,60}\$KEY[^$]{0,30}$/);
});

it('words are no secrets, also where a credential is made of them', () => {
  const secrets = new Secrets();
  secrets.add('staging-outreach-conformance-key-1', '$KEY');
  const text = 'conformance of https://staging.example.com/outreach/v1, 2026-11-21';
  expect(secrets.mask(text)).toBe(text);
  expect(secrets.mask('staging-outreach-conformance-key-1')).toBe('$KEY');
  expect(secrets.mask('staging-outreach-conf…')).toBe('$KEY…');
});

it('a credential of a few characters is masked where it is a whole value, and nowhere else', () => {
  const secrets = new Secrets();
  secrets.add('1', '$KEY');
  secrets.add('abc', '$KEY');
  expect(secrets.mask('{"total":11,"name":"abc","last_token":"1"}')).toBe(
    '{"total":11,"name":"abc","last_token":"<not shown>"}',
  );
  expect(secrets.mask(JSON.stringify('{"last_token" : "abc", "more":"a'))).toContain('<not shown>');
  expect(secrets.maskAll({ total: '11', last_token: 'abc' })).toEqual({
    total: '11',
    last_token: '<not shown>',
  });
  expect(secrets.maskHeaders({ 'x-new-key': 'abc', date: 'abcd', authorization: 'Bearer 1' })).toEqual({
    'x-new-key': '$KEY_2',
    date: 'abcd',
    authorization: 'Bearer $KEY',
  });
});

it('headers that let somebody in are not shown, nor what echoes them', () => {
  const secrets = new Secrets();
  const headers = {
    'set-cookie': 'sid=1',
    cookie: 'sid=1',
    'proxy-authorization': 'Basic eDp5',
    'x-api-key': 'k',
  };
  const hidden = Object.fromEntries(Object.keys(headers).map((name) => [name, '<not shown>']));
  expect(secrets.maskHeaders({ ...headers, date: 'today' })).toEqual({ ...hidden, date: 'today' });
  expect(JSON.parse(secrets.mask(JSON.stringify({ headers, list: 'x' })))).toEqual({
    headers: hidden,
    list: 'x',
  });
  expect(secrets.mask('HTTP/1.1 200 OK\nSet-Cookie: sid=1; Path=/\nDate: today')).toBe(
    'HTTP/1.1 200 OK\nSet-Cookie: <not shown>\nDate: today',
  );
  expect(secrets.mask('{"set-cookie":["a=1","b=2"],"c":"d"}')).toBe(
    '{"set-cookie":["<not shown>","<not shown>"],"c":"d"}',
  );
});

it.each<[string, unknown]>([
  ['a text', { password: 'hunter2' }],
  ['a number', { password: 836_104 }],
  ['a list', { cookie: ['a=1', ['b=2']] }],
  ['an object', { client_secret: { of: 'me', list: [{ and: 'you' }] } }],
  ['a text deep inside', { a: [{ b: { refreshToken: 'abc' } }] }],
])('a field whose name says that it grants access: %s is not shown, in a value and in text', (_, value) => {
  const secrets = new Secrets();
  const shown = JSON.stringify(secrets.maskAllExactly(value));
  expect(shown).not.toMatch(/hunter2|836104|[ab]=|me"|you|abc/);
  expect(secrets.maskBody(JSON.stringify(value))).toBe(shown);
  expect(secrets.maskAll(secrets.maskAllExactly(value))).toEqual(secrets.maskAllExactly(value));
});

it.each([
  ['https://admin:hunter2@example.com/x?y=1#z', 'https://admin:<not shown>@example.com/x?y=1#z'],
  ['/x?api_key=hunter2&y=1', '/x?api_key=<not shown>&y=1'],
  [
    'cannot reach postgres://u:hunter2@db, password=hunter2;',
    'cannot reach postgres://u:<not shown>@db, password=<not shown>;',
  ],
  ['https://example.com:8080/a@b?limit=1', 'https://example.com:8080/a@b?limit=1'],
])('passwords of addresses and parameters are not shown: %s', (text, shown) => {
  expect(new Secrets().maskExactly(text)).toBe(shown);
});

it('what stands in for a credential stays, so that commands run and masking twice changes nothing', () => {
  const secrets = new Secrets();
  secrets.add('k7/Qz+2mV9xR4tB8wN3pL6sD1fG5hJ0c', '$OUTREACH_TOKEN');
  const text = `-H "Authorization: Bearer $OUTREACH_TOKEN" {"last_token":"$OUTREACH_CREATED_KEY","cookie":"<a JWT>"}`;
  expect(secrets.mask(text)).toBe(text);
});

it('an error shows no credential, nor do its causes', () => {
  const secrets = new Secrets();
  secrets.add(key, '$KEY');
  const error = new Error(`no answer to \u001B ${key}`, { cause: new Error(key) });
  expect(secrets.maskError(error)).toBe(error);
  expect(error.message).toBe('no answer to \\u001b $KEY');
  expect(String(error.cause)).toBe('Error: $KEY');
  expect(error.stack).not.toContain(key);
});
