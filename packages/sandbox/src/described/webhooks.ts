/** Webhooks: how they are shown, tested and deleted (sections Webhook, Test a webhook, Delete a webhook). */
import type { Webhook } from '@outreach-api/types';
import { accepted, jsonAnswer, refused } from '../answer.ts';
import type { Answer, Outcome } from '../answer.ts';
import type { AnswerBehaviour, TestConfiguration, WebhookBehaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import { dateText } from '../date-text.ts';
import type { Delivery, DeliveryResult } from '../delivery/deliver.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { ShownRecord, StoredWebhook } from '../records.ts';
import { webhookEvents } from './webhook-events.ts';
import type { World } from '../world.ts';
import { findOwned } from './find-owned.ts';
import { samplePayload } from './sample-payload.ts';
import { testConfiguration } from './test-configuration.ts';

/** How long a change that was answered with 202 takes, in ms. */
export const acceptedDelayMs = 50;

/** How much later a failing target is called once more, in ms. */
const failingTargetDelayMs = 500;

/** Webhooks as described; `refusal` answers if the target failed. */
export function describedWebhooks(world: World, refusal: AnswerBehaviour['refusal']): WebhookBehaviour {
  const { dialect, store } = world;
  // A filter reads each record of the list.
  const shown = new WeakMap<StoredWebhook, ShownRecord>();
  return {
    webhookRecord: (webhook) => {
      const record = shown.get(webhook) ?? webhookRecord(webhook, dialect);
      shown.set(webhook, record);
      return record;
    },
    testConfiguration: (body, call) => checkedConfiguration(body, call, world),
    payload: ({ event, requestMethod }) =>
      ['POST', 'PUT', 'PATCH'].includes(requestMethod)
        ? JSON.stringify(samplePayload(event, dialect.payloadShape))
        : null,
    deliver: async ({ event, requestMethod, targetUrl }, payload) => {
      const delivery = { method: requestMethod, url: targetUrl, event, payload };
      const result = await delivered(delivery, world);
      if (result.kind === 'answered' || result.sent) world.note('delivered');
      return result;
    },
    testAnswer: (result, test, call) => {
      if (result.kind === 'answered') return targetAnswer(result, test, dialect);
      return dialect.targetFailure === '200'
        ? jsonAnswer(200, { error: result.reason })
        : refusal({ ok: false, reason: 'target-failure', detail: result.reason }, call);
    },
    findWebhook: (uuid, { caller }) => findOwned(uuid, caller, (id) => store.webhooks.find(id), dialect),
    removeWebhook: ({ uuid }) => {
      if (dialect.successStatusOfDelete !== '202') store.webhooks.delete(uuid);
      else world.later(acceptedDelayMs, () => store.webhooks.delete(uuid));
    },
  };
}

/** Calls the target; if it answers with a failure, as often as the dialect specifies. */
async function delivered(delivery: Delivery, world: World): Promise<DeliveryResult> {
  const { failingTarget } = world.dialect;
  const mostCalls = failingTarget === 'three-times' ? 3 : 1;
  let result = await world.deliver(delivery);
  for (let calls = 1; hasFailed(result) && calls < mostCalls; calls += 1)
    result = await world.deliver(delivery);
  if (failingTarget === 'later' && hasFailed(result))
    world.later(failingTargetDelayMs, () => void world.deliver(delivery));
  return result;
}

function hasFailed(result: DeliveryResult): boolean {
  return result.kind === 'answered' && (result.status < 200 || result.status > 299);
}

function webhookRecord(webhook: StoredWebhook, dialect: Dialect): ShownRecord {
  const shown = {
    uuid: dialect.uuidCase === 'upper' ? webhook.uuid.toUpperCase() : webhook.uuid,
    event: webhook.event,
    request_method: webhook.requestMethod,
    target_url: webhook.targetUrl,
  } satisfies Webhook;
  if (dialect.furtherFields === 'none') return shown;
  return {
    ...shown,
    name: webhook.name,
    delivery_count: webhook.deliveryCount,
    created_at: dateText(webhook.createdAt, dialect.dateFormat),
  };
}

function checkedConfiguration(body: unknown, call: AdmittedCall, world: World): Outcome<TestConfiguration> {
  const { dialect, store } = world;
  const test = testConfiguration(body, dialect);
  if (!test.ok) return test;
  const { event, uuid } = test.value;
  if (dialect.unknownEvent === 'refused' && !isKnownEvent(event, call, world)) {
    return refused('invalid-body', `there is no event "${event}"`);
  }
  if (uuid !== null && dialect.testOfUnknownWebhook === 'refused') {
    const found = findOwned(uuid.toLowerCase(), call.caller, (id) => store.webhooks.find(id), dialect);
    if (!found.ok) return found;
  }
  return accepted(test.value);
}

function isKnownEvent(event: string, { caller }: AdmittedCall, { store }: World): boolean {
  return (
    webhookEvents.some((known) => known === event) ||
    store.webhooks.slice(caller.accountId, 0, 10_000).some((webhook) => webhook.event === event)
  );
}

function targetAnswer(
  result: Extract<DeliveryResult, { kind: 'answered' }>,
  test: TestConfiguration,
  dialect: Dialect,
): Answer {
  const status = Number(dialect.webhookTestStatus);
  const body = Buffer.from(result.body).toString('utf8');
  switch (dialect.webhookTestAnswer) {
    case 'status-and-body':
      return jsonAnswer(status, { status: result.status, body });
    case 'status-only':
      return jsonAnswer(status, { status_code: result.status });
    case 'body-only':
      return jsonAnswer(status, { response: { body } });
    case 'nested': {
      const response = {
        status: result.status,
        headers: { 'content-type': result.type },
        body: decoded(body),
      };
      return jsonAnswer(status, { request: { method: test.requestMethod, url: test.targetUrl }, response });
    }
    case 'pass-through':
    default:
      return {
        status: result.status,
        headers: {},
        body: { kind: 'bytes', bytes: result.body, type: result.type },
      };
  }
}

function decoded(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return body;
  }
}
