/** Shows that a wait ends when its timer says so, mocked or not, and that a signal ends it. */
import { mock } from 'node:test';
import { expect, test } from 'vitest';
import { canary, profile } from '../test/records.ts';
import { sleep } from './sleep.ts';
import { createOutreachClient } from './index.ts';

test('ends when the timer says so, whatever clocks are mocked', async (context) => {
  for (const apis of [['setTimeout'], ['setTimeout', 'Date']] as const) {
    mock.timers.enable({ apis: [...apis] });
    context.onTestFinished(() => mock.timers.reset());
    let ended = false;
    const waiting = sleep(3.7).then(() => (ended = true));
    mock.timers.tick(3);
    await Promise.resolve();
    expect(ended).toBe(false);
    mock.timers.tick(1);
    await waiting;
    mock.timers.reset();
  }
});

test('a retry comes under mocked timers', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.onTestFinished(() => mock.timers.reset());
  const statuses = [429, 200];
  const client = createOutreachClient({
    baseUrl: 'http://outreach.invalid',
    token: canary,
    fetch: async () =>
      Response.json(profile, { status: statuses.shift() ?? 500, headers: { 'retry-after': '1' } }),
    onRetry: ({ delayMs }) => setImmediate(() => mock.timers.tick(Math.ceil(delayMs))),
  });
  expect(await client.senderProfiles.get(profile.uuid)).toEqual(profile);
});

test('a signal ends it with its reason, also the longest that a timer can hold', async () => {
  const controller = new AbortController();
  const ended: string[] = [];
  const waiting = sleep(2 ** 31 - 1, controller.signal).finally(() => ended.push('wait'));
  // A timer that overflows would fire in the next millisecond.
  await sleep(20);
  expect(ended).toEqual([]);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(sleep(1, controller.signal)).rejects.toThrow('enough');
});
