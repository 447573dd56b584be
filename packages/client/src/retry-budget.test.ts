/** Shows that the budget of retries refills with time, so that a well-behaved caller never uses it up. */
import { expect, test } from 'vitest';
import { canary, profile } from '../test/records.ts';
import { createVirtualTime } from '../test/virtual-time.ts';
import { createOutreachClient } from './index.ts';
import { createRetryBudget } from './retry-budget.ts';

test('one call a window, 500 times, with the defaults: none fails', async () => {
  const time = createVirtualTime();
  const windowMs = 3000;
  let taken = -1;
  const client = createOutreachClient({
    ...time.clock,
    baseUrl: 'http://outreach.invalid',
    token: canary,
    async fetch() {
      const window = Math.floor(time.now() / windowMs);
      if (window === taken) return new Response('', { status: 429 });
      taken = window;
      return Response.json(profile);
    },
  });
  const work = async (): Promise<void> => {
    for (let made = 0; made < 500; made += 1) await client.senderProfiles.get('one');
  };
  await time.until(work());
  expect(time.now()).toBeGreaterThan(499 * windowMs);
});

test('one comes back each second, and one with each call that gets through, up to the size', () => {
  let now = 0;
  const { spend, refill } = createRetryBudget(2, () => now);
  expect([spend(), spend(), spend()]).toEqual([true, true, false]);
  now += 999;
  expect(spend()).toBe(false);
  now += 1;
  expect([spend(), spend()]).toEqual([true, false]);
  refill();
  expect([spend(), spend()]).toEqual([true, false]);
  now += 3_600_000;
  expect([spend(), spend(), spend()]).toEqual([true, true, false]);
  // A clock that is set back takes nothing away.
  now -= 3_600_000;
  refill();
  expect(spend()).toBe(true);
});
