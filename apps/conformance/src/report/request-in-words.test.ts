import { expect, it } from 'vitest';
import { requestInWords } from './request-in-words.ts';

const base = 'https://staging.example.com/v1';

function worded(method: string, path: string): string {
  return requestInWords({ method, url: `${base}${path}`, headers: {}, body: null }, base);
}

it.each([
  ['GET', '/integrations/api/webhooks', 'GET /integrations/api/webhooks (no limit, no offset)'],
  ['GET', '/integrations/api/webhooks?limit=10', 'GET /integrations/api/webhooks?limit=10 (no offset)'],
  ['DELETE', '/integrations/api/webhooks/1', 'DELETE /integrations/api/webhooks/1'],
  [
    'GET',
    `/integrations/api/webhooks?filter=${encodeURIComponent('{"event":"x é&100%+"}')}&limit=1&offset=2`,
    'GET /integrations/api/webhooks?filter={"event":"x é&100%+"}&limit=1&offset=2',
  ],
])('%s %s', (method, path, words) => {
  expect(worded(method, path)).toBe(words);
});

it('leaves escaped what cannot be seen, acts in a terminal, or would be read otherwise', () => {
  const hostile = encodeURIComponent('\u001B[2J\u202Ea&b=c#d%41+e\n');
  expect(worded('GET', `/x?y=${hostile}&z=%ff%E2%80`)).toBe(
    'GET /x?y=%1B[2J%E2%80%AEa%26b=c%23d%2541%2Be%0A&z=%ff%E2%80',
  );
  expect(worded('GET', `/x?filter=%7B${hostile}`)).toBe('GET /x?filter={%1B[2J%E2%80%AEa&b=c#d%41+e%0A');
});
