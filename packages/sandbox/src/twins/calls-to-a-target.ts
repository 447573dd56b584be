/** Twins that break the section Test a webhook: the call to the target, and how its response is returned. */
import { jsonAnswer } from '../answer.ts';
import type { Behaviour, TestConfiguration } from '../behaviour.ts';
import type { DeliveryResult } from '../delivery/deliver.ts';
import { repeatedCallsTwins } from './repeated-calls.ts';
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

/** A twin that answers with something other than what the target said. */
function returns(right: Behaviour, change: (result: DeliveryResult) => DeliveryResult): Behaviour {
  return { ...right, testAnswer: (result, test, call) => right.testAnswer(change(result), test, call) };
}

/** A twin that takes some successes of a target for failures. */
export function failsOn(isFailure: (result: Answered) => boolean): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    testAnswer: (result, test, call) =>
      result.kind === 'answered' && isSuccess(result) && isFailure(result)
        ? right.refusal({ ok: false, reason: 'target-failure', detail: 'unexpected response' }, call)
        : right.testAnswer(result, test, call),
  });
}

type Answered = Extract<DeliveryResult, { kind: 'answered' }>;

function isSuccess({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

function withUrl(test: TestConfiguration, change: (url: URL) => void): Partial<TestConfiguration> {
  const url = new URL(test.targetUrl);
  change(url);
  return { targetUrl: url.href };
}

const needs = ['deliveries'] as const;
const noResponse: DeliveryResult = { kind: 'answered', status: 200, type: null, body: new Uint8Array() };

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
  'response-of-the-target-is-hidden': {
    breaks: 'TEST-04',
    needs,
    twist: (right) => ({
      ...right,
      testAnswer: (result, test, call) =>
        result.kind === 'answered' ? jsonAnswer(200, { ok: true }) : right.testAnswer(result, test, call),
    }),
  },
  'response-of-the-target-is-always-200': {
    breaks: 'TEST-04',
    needs,
    twist: (right) => returns(right, (result) => (result.kind === 'answered' ? noResponse : result)),
  },
  'response-of-the-first-target-is-repeated': {
    breaks: 'TEST-04',
    needs,
    twist: (right) => {
      let first: DeliveryResult | null = null;
      return returns(right, (result) => {
        first ??= result;
        return first;
      });
    },
  },
  'response-in-plain-text-is-hidden': {
    breaks: 'TEST-04',
    needs,
    twist: (right) => ({
      ...right,
      testAnswer: (result, test, call) =>
        result.kind === 'answered' && !(result.type ?? '').includes('json')
          ? jsonAnswer(200, { ok: true })
          : right.testAnswer(result, test, call),
    }),
  },
  'target-that-answers-in-plain-text-has-failed': {
    breaks: 'TEST-04',
    needs,
    twist: failsOn(({ type }) => type?.includes('text/plain') === true),
  },
  'target-that-answers-in-html-has-failed': {
    breaks: 'TEST-04',
    needs,
    twist: failsOn(({ type }) => type?.includes('html') === true),
  },
  'target-that-answers-with-nothing-has-failed': {
    breaks: 'TEST-04',
    needs,
    // Of nothing, nothing can be missing in an answer of 200.
    under: { targetFailure: '422' },
    twist: failsOn(({ body }) => body.length === 0),
  },
  'target-that-answers-at-length-has-failed': {
    breaks: 'TEST-04',
    needs,
    twist: failsOn(({ body }) => body.length > 8192),
  },
  'target-that-answers-above-204-has-failed': {
    breaks: 'TEST-04',
    needs,
    twist: failsOn(({ status }) => status > 204),
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

export const callsToATargetTwins = { ...singleCallTwins, ...repeatedCallsTwins };
