/** Twins that break the section Test a webhook: a target that is called more than once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { defineTwins } from './twin.ts';

const needs = ['deliveries'] as const;

export const repeatedCallsTwins = defineTwins({
  'target-is-called-twice': {
    breaks: 'TEST-09',
    needs,
    twist: (right) => ({
      ...right,
      deliver: async (test, payload, call) => {
        await right.deliver(test, payload, call);
        return right.deliver(test, payload, call);
      },
    }),
  },
  'slow-target-is-called-again': {
    breaks: 'TEST-09',
    needs,
    twist: (right) => ({
      ...right,
      deliver: async (test, payload, call) => {
        let waits = true;
        const first = right.deliver(test, payload, call).finally(() => {
          waits = false;
        });
        await Promise.race([first, sleep(200)]);
        if (waits) void right.deliver(test, payload, call);
        return first;
      },
    }),
  },
  'target-is-asked-by-options-first': {
    breaks: 'TEST-09',
    also: ['TEST-03'],
    needs,
    twist: (right) => ({
      ...right,
      deliver: async (test, payload, call) => {
        await right.deliver({ ...test, requestMethod: 'OPTIONS' }, null, call);
        return right.deliver(test, payload, call);
      },
    }),
  },
});
