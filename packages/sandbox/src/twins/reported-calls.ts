/** Twins from public bug reports: how webhook senders call a target, and what they make of its response. */
import { refused } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { DeliveryResult } from '../delivery/deliver.ts';
import { callsAt, withQuery } from './called-addresses.ts';
import { calls } from './calls-to-a-target.ts';
import { failsOn } from './responses-of-a-target.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** Whether the target answered with a success, and with such a body. */
function succeeded(result: DeliveryResult, like: (body: string, status: number) => boolean): boolean {
  if (result.kind !== 'answered' || result.status < 200 || result.status > 299) return false;
  return like(Buffer.from(result.body).toString(), result.status);
}

/** A twin that calls a target again after such a success. */
function callsAgain(like: (body: string, status: number) => boolean): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    deliver: async (test, payload, call) => {
      const result = await right.deliver(test, payload, call);
      return succeeded(result, like) ? right.deliver(test, payload, call) : result;
    },
  });
}

/** A twin that also calls without a payload wherever it calls with one. */
function callsEmpty(when: 'before' | 'after'): TwinDefinition['twist'] {
  return (right) => {
    const deliver: Behaviour['deliver'] = async (test, payload, call) => {
      if (payload === null) return right.deliver(test, payload, call);
      if (when === 'before') await right.deliver(test, '', call);
      const result = await right.deliver(test, payload, call);
      if (when === 'after') await right.deliver(test, '', call);
      return result;
    };
    return { ...right, deliver };
  };
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

const needs = ['deliveries'] as const;

export const reportedCallsTwins = defineTwins({
  'percent-signs-in-the-target-are-encoded-again': {
    breaks: 'TEST-02',
    report: 'tolgee/tolgee-platform#3709',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replaceAll('%', '%25')),
  },
  'query-of-the-target-ends-at-an-ampersand': {
    breaks: 'TEST-02',
    report: 'mautic/mautic#1789',
    needs,
    twist: callsAt(({ targetUrl }) => withQuery(targetUrl, (query) => query.replace(/&.*/, '&'))),
  },
  'target-ends-at-an-encoded-hash': {
    breaks: 'TEST-02',
    report: 'n8n-io/n8n#5163',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replace(/%23.*/, '')),
  },
  'values-in-the-query-of-the-target-end-at-an-equals-sign': {
    breaks: 'TEST-02',
    report: 'AceMetrix/jquery-deparam#27',
    needs,
    twist: callsAt(({ targetUrl }) =>
      withQuery(targetUrl, (query) => query.replaceAll(/(?<=^|&)([^=&]*=[^=&]*)=[^&]*/g, '$1')),
    ),
  },
  'test-with-a-known-uuid-calls-the-stored-target': {
    breaks: 'TEST-02',
    also: ['TEST-04', 'TEST-06'],
    report: 'Agenta-AI/agenta#3986',
    needs,
    twist: (right, { store }) => ({
      ...right,
      deliver: (test, payload, call) => {
        const known = test.uuid === null ? null : store.webhooks.find(test.uuid.toLowerCase());
        return right.deliver(known === null ? test : { ...test, targetUrl: known.targetUrl }, payload, call);
      },
    }),
  },
  'patch-is-sent-in-lower-case': {
    breaks: 'TEST-03',
    // A target may refuse such a method, and be called again for that.
    also: ['TEST-09'],
    report: 'nodejs/undici#1805',
    needs,
    under: { otherMethods: 'any' },
    twist: calls(({ requestMethod }) => (requestMethod === 'PATCH' ? { requestMethod: 'patch' } : {})),
  },
  'delete-is-sent-as-get': {
    breaks: 'TEST-03',
    report: 'mageplaza/magento-2-webhook#42',
    needs,
    under: { otherMethods: 'any' },
    twist: calls(({ requestMethod }) => (requestMethod === 'DELETE' ? { requestMethod: 'GET' } : {})),
  },
  'target-that-answers-204-is-called-again': {
    breaks: 'TEST-09',
    report: 'tableau/webhooks-docs#12',
    needs,
    twist: callsAgain((_, status) => status === 204),
  },
  'target-that-answers-no-json-is-called-again': {
    breaks: 'TEST-09',
    report: 'slackapi/node-slack-sdk#2673',
    needs,
    twist: callsAgain((body) => !isJson(body)),
  },
  'target-is-called-without-payload-first': {
    breaks: 'TEST-09',
    also: ['TEST-08'],
    report: 'metabase/metabase#49918',
    needs,
    twist: callsEmpty('before'),
  },
  'target-is-called-again-without-payload': {
    breaks: 'TEST-09',
    also: ['TEST-08'],
    report: 'woocommerce/woocommerce#30169',
    needs,
    twist: callsEmpty('after'),
  },
  'target-that-answers-with-over-64-kb-is-called-again': {
    breaks: 'TEST-09',
    report: 'go-gitea/gitea#3561',
    needs,
    twist: callsAgain((body) => body.length > 65_535),
  },
  'target-that-answers-202-is-called-again': {
    breaks: 'TEST-09',
    report: 'keel-hq/keel#827',
    needs,
    twist: callsAgain((_, status) => status === 202),
  },
  'target-that-answers-other-than-200-has-failed': {
    breaks: 'TEST-04',
    report: 'tidwall/tile38#407',
    needs,
    // A 502 may also be a gateway's.
    under: { targetFailure: '422' },
    twist: failsOn(({ status }) => status !== 200),
  },
  'target-with-escaped-letters-is-refused': {
    breaks: 'TEST-02',
    also: ['TEST-06'],
    report: 'aaronpk/webmention.io#152',
    needs,
    twist: (right) => ({
      ...right,
      testConfiguration: (body, call) => {
        const test = right.testConfiguration(body, call);
        return test.ok && /%[89a-f][0-9a-f]/i.test(test.value.targetUrl)
          ? refused('invalid-body', 'the target_url is invalid')
          : test;
      },
    }),
  },
  'names-without-a-value-get-an-equals-sign-in-the-target': {
    breaks: 'TEST-02',
    report: 'usebruno/bruno#7567',
    needs,
    twist: callsAt(({ targetUrl }) =>
      withQuery(targetUrl, (query) => query.replaceAll(/(?<=^|&)[^&=]+(?=&|$)/g, '$&=')),
    ),
  },
  'parameters-in-the-path-of-the-target-are-cut': {
    breaks: 'TEST-02',
    report: 'spring-cloud/spring-cloud-netflix#542',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replace(/^[^?]*/, (path) => path.replaceAll(/;[^/]*/g, ''))),
  },
  'target-is-asked-by-get-first': {
    breaks: 'TEST-09',
    also: ['TEST-03', 'TEST-08'],
    report: 'frain-dev/convoy#2315',
    needs,
    twist: (right) => ({
      ...right,
      deliver: async (test, payload, call) => {
        await right.deliver({ ...test, requestMethod: 'GET' }, null, call);
        return right.deliver(test, payload, call);
      },
    }),
  },
});
