/** Twins from public bug reports: addresses that senders write anew, and calls that meet (Test a webhook). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryResult } from '../delivery/deliver.ts';
import { callsAt, withQuery } from './called-addresses.ts';
import { failsOn } from './calls-to-a-target.ts';
import { defineTwins } from './twin.ts';

/** Long enough for a request that was sent at the same time to meet this one. */
const meetingMs = 60;
const needs = ['deliveries'] as const;

export const reportedTargetsTwins = defineTwins({
  'ampersands-in-the-target-become-entities': {
    breaks: 'TEST-02',
    report: 'ericferon/glpi-webhook#63',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replaceAll('&', '&amp;')),
  },
  'numbers-in-the-query-of-the-target-lose-their-zeros': {
    breaks: 'TEST-02',
    report: 'nittro/nittro#4',
    needs,
    twist: callsAt(({ targetUrl }) =>
      withQuery(targetUrl, (query) => query.replaceAll(/(?<==)0+(?=\d+(?:&|$))/g, '')),
    ),
  },
  'colons-in-the-path-of-the-target-begin-parameters': {
    breaks: 'TEST-02',
    report: 'roccomuso/node-webhooks#22',
    needs,
    twist: callsAt(({ targetUrl }) =>
      targetUrl.replace(/(?<=^[a-z]+:\/\/[^/]*)\/[^?]*/i, (path) => path.replaceAll(/\/:\w+/g, '/undefined')),
    ),
  },
  'target-that-answers-without-a-type-has-failed': {
    breaks: 'TEST-04',
    report: 'svix/svix-webhooks#1178',
    needs,
    twist: failsOn(({ type }) => type === null),
  },
  'targets-called-at-the-same-time-swap-their-responses': {
    breaks: 'TEST-04',
    report: 'pardahlman/PainlessHttp#3',
    needs,
    twist: (right) => {
      let shared: DeliveryResult | null = null;
      return {
        ...right,
        deliver: async (test, payload, call) => {
          shared = await right.deliver(test, payload, call);
          await sleep(meetingMs);
          return shared;
        },
      };
    },
  },
  'tests-at-the-same-time-call-one-target': {
    breaks: 'TEST-02',
    also: ['TEST-03', 'TEST-04', 'TEST-06', 'TEST-08', 'TEST-09'],
    report: 'ushahidi/SMSSync#433',
    needs,
    twist: (right) => {
      let shared = '';
      return {
        ...right,
        deliver: async (test, payload, call) => {
          shared = test.targetUrl;
          await sleep(meetingMs);
          return right.deliver({ ...test, targetUrl: shared }, payload, call);
        },
      };
    },
  },
});
