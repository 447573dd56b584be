import { expect, it } from 'vitest';
import { ruleNamed } from '../../test/rules-named.ts';
import { judgeSandbox, type Gateway } from '../../test/judge-sandbox.ts';
import { rules } from '../catalogue/rules.ts';

/** Refuses each n-th of these requests that would succeed, without passing it on. */
function refusingEach(nth: number, is: (request: Request) => boolean, status: number): Gateway {
  let count = 0;
  return async (request, pass, sandbox) => {
    const isOurs = request.headers.get('authorization') === `Bearer ${sandbox.accounts[0].token}`;
    if (isOurs && is(request)) count += 1;
    return isOurs && is(request) && count % nth === 0 ? new Response(null, { status }) : pass(request);
  };
}

const bareList = ({ method, url }: Request): boolean => method === 'GET' && url.endsWith('/webhooks');
const profile = (method: string) => (request: Request) =>
  request.method === method && request.url.includes('/sender-profiles/');

it.concurrent.each([
  ['HOOK-04', 'a list without parameters', 3, bareList, 404],
  ['PROF-01', 'a read of a profile', 20, profile('GET'), 500],
  ['PROF-04', 'an update', 12, profile('PUT'), 500],
])('%s is broken where %s is refused now and then', async (id, _, nth, is, status) => {
  const { results } = await judgeSandbox({ rules, gateway: refusingEach(nth, is, status) });
  const result = results.find(({ rule }) => rule.id === id);
  expect(result).toMatchObject({ verdict: 'fail' });
});

it('an occasional refusal fails nothing', async () => {
  const { results } = await judgeSandbox({
    rules: [ruleNamed('PROF-01'), ruleNamed('PROF-04'), ruleNamed('PROF-05')],
    gateway: refusingEach(100, profile('GET'), 500),
  });
  expect(results.map(({ verdict }) => verdict)).not.toContain('fail');
});

it('where each profile is refused, no list can show that it is accepted like other requests', async () => {
  const { results } = await judgeSandbox({
    rules: [ruleNamed('HOOK-04')],
    gateway: refusingEach(1, profile('GET'), 404),
  });
  expect(results[0]?.verdict).toBe('inconclusive');
});
