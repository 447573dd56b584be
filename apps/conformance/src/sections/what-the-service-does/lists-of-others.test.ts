/** The rule of TEAM on lists, on services that mix up the lists of accounts. */
import { expect, test } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { otherAccountListsNone } from './accounts.ts';

/** Each of two accounts lists the webhooks of the other one, and not its own. */
const listsOfTheOther: Gateway = async (request, pass, { accounts: [first, second] }) => {
  if (request.method !== 'GET' || !request.url.includes('/webhooks')) return pass(request);
  const authorization = request.headers.get('authorization');
  const swapped = new Map([
    [`Bearer ${first.token}`, `Bearer ${second.token}`],
    [`Bearer ${second.token}`, `Bearer ${first.token}`],
  ]);
  const headers = new Headers(request.headers);
  headers.set('authorization', swapped.get(authorization ?? '') ?? authorization ?? '');
  return pass(new Request(request, { headers }));
};

test('a webhook that was made for this account is its own, also where its list leaves it out', async () => {
  const { results } = await judgeSandbox({
    rules: [otherAccountListsNone],
    gateway: listsOfTheOther,
    allow: { createApiKeys: 0 },
  });
  expect(results[0]?.verdict).toBe('fail');
});
