import { noCredential } from '@outreach-api/model/records/credential';
import { expect, test } from 'vitest';
import { completeTarget } from '../target/target.ts';
import { Callers } from './callers.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIxIn0.c2lnbmF0dXJl';
const callers = new Callers(completeTarget({ baseUrl: 'http://127.0.0.1:1', token: 'a key of the target' }));
callers.made(token, noCredential);

test.each([
  ['plainly', token],
  ['in base64', btoa(token)],
  ['in base64, with more behind it', btoa(`${token}:${token}`)],
  ['in base64url', Buffer.from(token).toString('base64url')],
  ['in hexadecimal', Buffer.from(token).toString('hex')],
])('a key is seen in an answer that shows it %s', (_, shown) => {
  const inText = { status: 200, ok: true, headers: {}, text: `{"secret":"${shown}"}`, json: {} };
  expect(callers.shownIn(inText)).toEqual(['a created key']);
  expect(callers.shownIn({ ...inText, text: '', headers: { 'x-key': shown } })).toEqual(['a created key']);
});

test('no key is seen in an answer that shows another, or the one that it created', () => {
  const answer = { status: 200, ok: true, headers: {}, text: token.replace('.c2', '.d2'), json: {} };
  expect(callers.shownIn(answer)).toEqual([]);
  expect(callers.shownIn({ ...answer, text: token, json: { last_token: token } })).toEqual([]);
});
