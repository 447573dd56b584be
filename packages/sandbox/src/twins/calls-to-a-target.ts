/** Twins that break the section Test a webhook: the call to the target. */
import type { TestConfiguration } from '../behaviour.ts';
import type { DeliveryResult } from '../delivery/deliver.ts';
import { repeatedCallsTwins } from './repeated-calls.ts';
import { noResponse, responsesOfATargetTwins } from './responses-of-a-target.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that makes a different call than requested. */
export function calls(
  change: (test: TestConfiguration) => Partial<TestConfiguration>,
): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    deliver: (test, payload, call) => {
      const changed = { ...test, ...change(test) };
      return right.deliver(changed, changed.requestMethod === 'GET' ? null : payload, call);
    },
  });
}

function withUrl(test: TestConfiguration, change: (url: URL) => void): Partial<TestConfiguration> {
  const url = new URL(test.targetUrl);
  change(url);
  return { targetUrl: url.href };
}

const needs = ['deliveries'] as const;

const singleCallTwins = defineTwins({
  'test-calls-nothing': {
    breaks: 'TEST-02',
    also: ['TEST-03', 'TEST-04', 'TEST-06', 'TEST-08', 'TEST-09'],
    needs,
    twist: (right) => ({ ...right, deliver: async () => noResponse }),
  },
  'query-of-the-target-is-dropped': {
    breaks: 'TEST-02',
    needs,
    twist: calls((test) =>
      withUrl(test, (url) => {
        url.search = '';
      }),
    ),
  },
  'path-of-the-target-is-dropped': {
    breaks: 'TEST-02',
    needs,
    twist: calls((test) =>
      withUrl(test, (url) => {
        url.pathname = '/';
      }),
    ),
  },
  'path-of-the-target-is-lower-cased': {
    breaks: 'TEST-02',
    needs,
    twist: calls((test) =>
      withUrl(test, (url) => {
        url.pathname = url.pathname.toLowerCase();
      }),
    ),
  },
  'query-of-the-target-is-sorted-into-one': {
    breaks: 'TEST-02',
    needs,
    twist: calls((test) =>
      withUrl(test, (url) => {
        url.search = new URLSearchParams(Object.fromEntries(url.searchParams)).toString();
      }),
    ),
  },
  'escapes-in-the-query-of-the-target-are-decoded': {
    breaks: 'TEST-02',
    needs,
    twist: calls(({ targetUrl }) => {
      const [address = '', query] = targetUrl.split('?');
      const decoded = query?.replaceAll(/%(?:26|2B|3D)/gi, (escape) => decodeURIComponent(escape));
      return { targetUrl: decoded === undefined ? address : `${address}?${decoded}` };
    }),
  },
  'blanks-in-the-query-of-the-target-become-plus-signs': {
    breaks: 'TEST-02',
    needs,
    twist: calls(({ targetUrl }) => ({ targetUrl: targetUrl.replaceAll('%20', '+') })),
  },
  'parameters-in-the-path-of-the-target-are-dropped': {
    breaks: 'TEST-02',
    needs,
    twist: calls(({ targetUrl }) => ({ targetUrl: targetUrl.replaceAll(/;[^/?]*(?=[/?])/g, '') })),
  },
  'empty-values-in-the-query-of-the-target-are-dropped': {
    breaks: 'TEST-02',
    needs,
    twist: calls((test) =>
      withUrl(test, (url) => {
        const empty = Array.from(url.searchParams).filter(([, value]) => value === '');
        for (const [name] of empty) url.searchParams.delete(name);
      }),
    ),
  },
  'slashes-in-the-path-of-the-target-are-joined': {
    breaks: 'TEST-02',
    needs,
    twist: calls((test) =>
      withUrl(test, (url) => {
        url.pathname = url.pathname.replaceAll('//', '/');
      }),
    ),
  },
  'slash-at-the-end-of-the-target-is-dropped': {
    breaks: 'TEST-02',
    needs,
    twist: calls(({ targetUrl }) => ({ targetUrl: targetUrl.replace(/\/$/, '') })),
  },
  'address-of-the-target-is-cut-at-200': {
    breaks: 'TEST-02',
    needs,
    twist: calls(({ targetUrl }) => ({ targetUrl: targetUrl.slice(0, 200) })),
  },
  'same-test-is-answered-from-memory': {
    breaks: 'TEST-02',
    needs,
    twist: (right) => {
      const known = new Map<string, Promise<DeliveryResult>>();
      return {
        ...right,
        deliver: (test, payload, call) => {
          const name = `${test.event} ${test.requestMethod} ${test.targetUrl}`;
          const result = known.get(name) ?? right.deliver(test, payload, call);
          known.set(name, result);
          return result;
        },
      };
    },
  },
  'same-get-is-answered-from-memory': {
    breaks: 'TEST-02',
    needs,
    under: { otherMethods: 'any' },
    twist: (right) => {
      const known = new Map<string, Promise<DeliveryResult>>();
      return {
        ...right,
        deliver: (test, payload, call) => {
          if (test.requestMethod !== 'GET') return right.deliver(test, payload, call);
          const result = known.get(test.targetUrl) ?? right.deliver(test, payload, call);
          known.set(test.targetUrl, result);
          return result;
        },
      };
    },
  },
  'delivery-method-always-post': {
    breaks: 'TEST-03',
    needs,
    twist: (right) => ({
      ...right,
      deliver: (test, payload, call) =>
        right.deliver({ ...test, requestMethod: 'POST' }, payload ?? '{}', call),
    }),
  },
  'delivery-method-put-becomes-post': {
    breaks: 'TEST-03',
    needs,
    under: { otherMethods: 'any' },
    twist: calls(({ requestMethod }) => (requestMethod === 'PUT' ? { requestMethod: 'POST' } : {})),
  },
  'delivery-method-post-becomes-get': {
    breaks: 'TEST-03',
    also: ['TEST-08'],
    needs,
    twist: calls(({ requestMethod }) => (requestMethod === 'POST' ? { requestMethod: 'GET' } : {})),
  },
  'delivery-takes-no-method-but-post': {
    breaks: 'TEST-03',
    needs,
    twist: (right) => ({
      ...right,
      testConfiguration: (body, call) => {
        const outcome = right.testConfiguration(body, call);
        return outcome.ok && outcome.value.requestMethod !== 'POST'
          ? { ok: false, reason: 'invalid-body', detail: 'request_method must be POST' }
          : outcome;
      },
    }),
  },
  'payload-is-null': {
    breaks: 'TEST-08',
    needs,
    twist: (right) => ({ ...right, payload: (test) => (right.payload(test) === null ? null : 'null') }),
  },
  'payload-is-object-object': {
    breaks: 'TEST-08',
    needs,
    twist: (right) => ({
      ...right,
      payload: (test) => (right.payload(test) === null ? null : '[object Object]'),
    }),
  },
  'payload-is-missing': {
    breaks: 'TEST-08',
    needs,
    twist: (right) => ({ ...right, payload: () => null }),
  },
  'payload-is-empty-text': {
    breaks: 'TEST-08',
    needs,
    twist: (right) => ({ ...right, payload: (test) => (right.payload(test) === null ? null : '') }),
  },
  'payload-is-missing-for-put-and-patch': {
    breaks: 'TEST-08',
    needs,
    under: { otherMethods: 'any' },
    twist: (right) => ({
      ...right,
      payload: (test) => (['PUT', 'PATCH'].includes(test.requestMethod) ? null : right.payload(test)),
    }),
  },
});

export const callsToATargetTwins = { ...singleCallTwins, ...responsesOfATargetTwins, ...repeatedCallsTwins };
