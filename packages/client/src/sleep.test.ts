/** Shows that a wait is never shorter than asked and that a signal ends it. */
import { expect, test } from 'vitest';
import { sleep } from './sleep.ts';

test('never ends early', async () => {
  for (const ms of [0, 0.4, 1, 3.7, 12]) {
    const start = performance.now();
    await sleep(ms);
    expect(performance.now() - start).toBeGreaterThanOrEqual(ms);
  }
});

test('a signal ends it with its reason, also a wait that is longer than a timer can hold', async () => {
  const controller = new AbortController();
  const ended: string[] = [];
  const waiting = sleep(2 ** 40, controller.signal).finally(() => ended.push('wait'));
  // A timer that overflows would fire in the next millisecond.
  await sleep(20);
  expect(ended).toEqual([]);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(sleep(1, controller.signal)).rejects.toThrow('enough');
});
