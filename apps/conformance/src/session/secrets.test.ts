/** No form of a credential gets through, also where a text was cut in the middle of it. */
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

// A search that begins anew at each letter would not come to an end.
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
