/** Twins that break the section Test a webhook: what its body must hold. */
import { emptyAnswer, jsonAnswer, refused } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { World } from '../world.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

type Body = Readonly<Record<string, unknown>>;

function fieldsOf(body: unknown): Body {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** A twin that fills in a missing required field; a body with only a uuid is left unchanged. */
function fillsIn(
  field: string,
  value: (body: Body, call: AdmittedCall, world: World) => unknown,
): TwinDefinition['twist'] {
  return (right, world) => ({
    ...right,
    testConfiguration: (body, call) => {
      const given = fieldsOf(body);
      const others = Object.keys(given).filter((name) => name !== 'uuid');
      const lacks = others.length > 0 && !(field in given);
      return right.testConfiguration(lacks ? { ...given, [field]: value(given, call, world) } : body, call);
    },
  });
}

/** Answers a test with only a uuid differently. */
function uuidOnly(
  right: Behaviour,
  decide: (uuid: string, call: AdmittedCall) => ReturnType<Behaviour['testConfiguration']>,
): Behaviour {
  return {
    ...right,
    testConfiguration: (body, call) => {
      const outcome = right.testConfiguration(body, call);
      const isUuidOnly = !outcome.ok && outcome.reason === 'uuid-only';
      return isUuidOnly ? decide(String(fieldsOf(body)['uuid']).toLowerCase(), call) : outcome;
    },
  };
}

const deliveries = ['deliveries'] as const;

export const testAWebhookTwins = defineTwins({
  'uuid-only-answers-400': {
    breaks: 'TEST-01',
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) =>
        refusal.reason === 'uuid-only'
          ? jsonAnswer(400, { error: refusal.detail })
          : right.refusal(refusal, call),
    }),
  },
  'uuid-only-of-an-unknown-webhook-answers-404': {
    breaks: 'TEST-01',
    twist: (right, { store }) => ({
      ...right,
      refusal: (refusal, call) => {
        const known = refusal.reason === 'uuid-only' && store.webhooks.find(bodyUuid(call.body)) !== null;
        return refusal.reason === 'uuid-only' && !known ? emptyAnswer(404) : right.refusal(refusal, call);
      },
    }),
  },
  'uuid-only-of-a-known-webhook-answers-200': {
    breaks: 'TEST-01',
    twist: (right, { store }) => ({
      ...right,
      refusal: (refusal, call) => {
        const known = refusal.reason === 'uuid-only' && store.webhooks.find(bodyUuid(call.body)) !== null;
        return known ? jsonAnswer(200, { queued: true }) : right.refusal(refusal, call);
      },
    }),
  },
  'uuid-only-of-a-webhook-without-payload-answers-200': {
    breaks: 'TEST-01',
    needs: ['deliveries'],
    twist: (right, { store }) => ({
      ...right,
      refusal: (refusal, call) => {
        const webhook = refusal.reason === 'uuid-only' ? store.webhooks.find(bodyUuid(call.body)) : null;
        return webhook === null || webhook.requestMethod === 'POST'
          ? right.refusal(refusal, call)
          : jsonAnswer(200, { queued: true });
      },
    }),
  },
  'uuid-only-tests-the-stored-webhook': {
    breaks: 'TEST-01',
    twist: (right, { store }) =>
      uuidOnly(right, (uuid, { caller }) => {
        const webhook = store.webhooks.find(uuid);
        if (webhook === null || webhook.accountId !== caller.accountId) {
          return refused('not-found', 'there is no such webhook');
        }
        const { event, requestMethod, targetUrl } = webhook;
        return { ok: true, value: { uuid, event, requestMethod, targetUrl } };
      }),
  },
  'uuid-only-of-another-account-answers-404': {
    breaks: 'TEST-01',
    needs: [...deliveries, 'otherAccountToken'],
    twist: (right, { store }) =>
      uuidOnly(right, (uuid, { caller }) => {
        const webhook = store.webhooks.find(uuid);
        return webhook === null || webhook.accountId === caller.accountId
          ? refused('uuid-only', 'send the full configuration')
          : refused('not-found', 'there is no such webhook');
      }),
  },
  'uuid-only-of-a-deleted-webhook-answers-410': {
    breaks: 'TEST-01',
    needs: ['deletes'],
    twist: (right) => {
      const deleted = new Set<string>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          deleted.add(webhook.uuid);
          right.removeWebhook(webhook, call);
        },
        refusal: (refusal, call) =>
          refusal.reason === 'uuid-only' && deleted.has(bodyUuid(call.body))
            ? emptyAnswer(410)
            : right.refusal(refusal, call),
      };
    },
  },
  'uuid-only-of-a-profile-answers-404': {
    breaks: 'TEST-01',
    twist: (right, { store }) => ({
      ...right,
      refusal: (refusal, call) =>
        refusal.reason === 'uuid-only' && store.senderProfiles.find(bodyUuid(call.body)) !== null
          ? emptyAnswer(404)
          : right.refusal(refusal, call),
    }),
  },
  'uuid-only-is-refused-and-tests-the-webhook': {
    breaks: 'TEST-05',
    needs: deliveries,
    twist: (right, { store }) =>
      uuidOnly(right, (uuid, call) => {
        const webhook = store.webhooks.find(uuid);
        if (webhook !== null) {
          const { event, requestMethod, targetUrl } = webhook;
          const test = { uuid, event, requestMethod, targetUrl };
          void right.deliver(test, right.payload(test), call);
        }
        return refused('uuid-only', 'send the full configuration');
      }),
  },
  'event-of-a-get-is-filled-in': {
    breaks: 'TEST-05',
    needs: deliveries,
    under: { otherMethods: 'get' },
    twist: (right) => ({
      ...right,
      testConfiguration: (body, call) => {
        const given = fieldsOf(body);
        const lacks = given['request_method'] === 'GET' && !('event' in given);
        return right.testConfiguration(lacks ? { ...given, event: 'sender_profile_sent_email' } : body, call);
      },
    }),
  },
  'test-without-event-is-refused-and-made-later': {
    breaks: 'TEST-05',
    needs: deliveries,
    twist: (right, { later }) => ({
      ...right,
      testConfiguration: (body, call) => {
        const outcome = right.testConfiguration(body, call);
        const given = fieldsOf(body);
        if (outcome.ok || 'event' in given) return outcome;
        const full = right.testConfiguration({ ...given, event: 'sender_profile_sent_email' }, call);
        if (full.ok) later(600, () => void right.deliver(full.value, right.payload(full.value), call));
        return outcome;
      },
    }),
  },
  'missing-event-is-filled-in': {
    breaks: 'TEST-05',
    needs: deliveries,
    twist: fillsIn('event', () => 'sender_profile_sent_email'),
  },
  'missing-method-means-post': {
    breaks: 'TEST-05',
    needs: deliveries,
    twist: fillsIn('request_method', () => 'POST'),
  },
  'missing-target-is-taken-from-the-webhook': {
    breaks: 'TEST-05',
    needs: deliveries,
    twist: (right, { store }) => ({
      ...right,
      testConfiguration: (body, call) => {
        const given = fieldsOf(body);
        const webhook = 'event' in given ? store.webhooks.find(String(given['uuid']).toLowerCase()) : null;
        const lacks = webhook !== null && !('target_url' in given);
        return right.testConfiguration(lacks ? { ...given, target_url: webhook.targetUrl } : body, call);
      },
    }),
  },
  'missing-target-answers-200': {
    breaks: 'TEST-05',
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) => {
        const given = call.operation === 'webhooks.test' ? parsed(call.body) : {};
        const lacks = 'event' in given && 'request_method' in given && !('target_url' in given);
        return lacks && refusal.reason === 'invalid-body'
          ? jsonAnswer(200, { status: null })
          : right.refusal(refusal, call);
      },
    }),
  },
  'test-without-event-is-refused-and-made': {
    breaks: 'TEST-05',
    needs: deliveries,
    twist: (right) => ({
      ...right,
      testConfiguration: (body, call) => {
        const outcome = right.testConfiguration(body, call);
        const given = fieldsOf(body);
        if (outcome.ok || 'event' in given) return outcome;
        const full = right.testConfiguration({ ...given, event: 'sender_profile_sent_email' }, call);
        if (full.ok) void right.deliver(full.value, right.payload(full.value), call);
        return outcome;
      },
    }),
  },
  'uuid-is-required-for-a-test': {
    breaks: 'TEST-06',
    also: ['TEST-02', 'TEST-03', 'TEST-04', 'TEST-08', 'TEST-09'],
    needs: deliveries,
    twist: (right) => ({
      ...right,
      testConfiguration: (body, call) => {
        const outcome = right.testConfiguration(body, call);
        return outcome.ok && outcome.value.uuid === null
          ? refused('invalid-body', 'uuid is required')
          : outcome;
      },
    }),
  },
  'uuid-is-refused-in-a-test': {
    breaks: 'TEST-06',
    needs: deliveries,
    twist: (right) => ({
      ...right,
      testConfiguration: (body, call) => {
        const outcome = right.testConfiguration(body, call);
        return outcome.ok && outcome.value.uuid !== null
          ? refused('invalid-body', 'uuid is not taken')
          : outcome;
      },
    }),
  },
  'test-with-uuid-calls-nothing': {
    breaks: 'TEST-06',
    also: ['TEST-02', 'TEST-04'],
    needs: deliveries,
    twist: (right) => ({
      ...right,
      deliver: async (test, payload, call) =>
        test.uuid === null
          ? right.deliver(test, payload, call)
          : { kind: 'answered', status: 200, type: null, body: new Uint8Array() },
    }),
  },
});

function parsed(body: string): Body {
  try {
    return fieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

function bodyUuid(body: string): string {
  return String(parsed(body)['uuid']).toLowerCase();
}
