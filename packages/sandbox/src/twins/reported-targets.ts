/** Twins from public bug reports: addresses that senders write anew, and calls that meet (Test a webhook). */
import { isUtf8 } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyAnswer } from '../answer.ts';
import type { DeliveryResult } from '../delivery/deliver.ts';
import { callsAt, withQuery } from './called-addresses.ts';
import { failsOn } from './responses-of-a-target.ts';
import { defineTwins } from './twin.ts';

/** Long enough for a request that was sent at the same time to meet this one. */
const meetingMs = 60;
const needs = ['deliveries'] as const;

/** The value of a body in JSON; undefined if it is none. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

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
  'target-that-answers-with-an-array-has-failed': {
    breaks: 'TEST-04',
    report: 'samtecspg/articulate#697',
    needs,
    twist: failsOn(({ body }) => Array.isArray(parsed(body))),
  },
  'target-that-answers-no-json-as-json-has-failed': {
    breaks: 'TEST-04',
    report: 'getlago/lago-api#329',
    needs,
    under: { otherMethods: 'any' },
    twist: failsOn(({ type, body }) => type?.includes('json') === true && parsed(body) === undefined),
  },
  'target-that-answers-in-no-utf-8-has-failed': {
    breaks: 'TEST-04',
    report: 'nyaruka/goflow#1026',
    needs,
    twist: failsOn(({ body }) => !isUtf8(body)),
  },
  'response-in-xml-is-hidden': {
    breaks: 'TEST-04',
    report: 'activepieces/activepieces#6996',
    needs,
    under: { otherMethods: 'any' },
    twist: (right) => ({
      ...right,
      testAnswer: (result, test, call) =>
        result.kind === 'answered' && result.type?.includes('xml') === true
          ? emptyAnswer(204)
          : right.testAnswer(result, test, call),
    }),
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
  'target-that-answers-205-has-failed': {
    breaks: 'TEST-04',
    report: 'VeriTeknik/pluggedin-app#230',
    needs,
    under: { targetFailure: '422', otherMethods: 'any' },
    twist: failsOn(({ status }) => status === 205),
  },
});
