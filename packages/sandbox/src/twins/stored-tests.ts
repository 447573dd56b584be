/** Twins that break the section Test a webhook: what a test leaves behind. */
import { randomUUID } from 'node:crypto';
import type { TestConfiguration } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { StoredWebhook } from '../records.ts';
import type { World } from '../world.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that calls the target, and does something else as well. */
function withSideEffect(
  act: (test: TestConfiguration, call: AdmittedCall, world: World) => void,
): TwinDefinition['twist'] {
  return (right, world) => ({
    ...right,
    deliver: (test, payload, call) => {
      act(test, call, world);
      return right.deliver(test, payload, call);
    },
  });
}

function tested(test: TestConfiguration, call: AdmittedCall, { now }: World): StoredWebhook {
  return {
    uuid: randomUUID(),
    accountId: call.caller.accountId,
    event: test.event,
    requestMethod: test.requestMethod,
    targetUrl: test.targetUrl,
    name: null,
    deliveryCount: 0,
    createdAt: now(),
  };
}

const deliveries = ['deliveries'] as const;

export const storedTestsTwins = defineTwins({
  'test-stores-a-webhook': {
    breaks: 'TEST-07',
    needs: deliveries,
    twist: withSideEffect((test, call, world) => {
      world.store.webhooks.insert(tested(test, call, world));
    }),
  },
  'test-with-uuid-stores-its-configuration': {
    breaks: 'TEST-07',
    needs: deliveries,
    twist: withSideEffect((test, call, world) => {
      const known = world.store.webhooks.find(test.uuid?.toLowerCase() ?? '');
      if (known === null) return;
      world.store.webhooks.delete(known.uuid);
      world.store.webhooks.insert({ ...tested(test, call, world), uuid: known.uuid });
    }),
  },
  'test-with-uuid-stores-its-event': {
    breaks: 'TEST-07',
    needs: deliveries,
    twist: withSideEffect(({ uuid, event }, _call, { store }) => {
      const known = store.webhooks.find(uuid?.toLowerCase() ?? '');
      if (known === null) return;
      store.webhooks.delete(known.uuid);
      store.webhooks.insert({ ...known, event });
    }),
  },
  'test-with-uuid-stores-its-method': {
    breaks: 'TEST-07',
    needs: deliveries,
    twist: withSideEffect(({ uuid, requestMethod }, _call, { store }) => {
      const known = store.webhooks.find(uuid?.toLowerCase() ?? '');
      if (known === null) return;
      store.webhooks.delete(known.uuid);
      store.webhooks.insert({ ...known, requestMethod });
    }),
  },
  'webhook-whose-target-is-gone-in-a-test-is-removed': {
    breaks: 'TEST-07',
    // It is known to exist, but no longer listed.
    also: ['HOOK-02'],
    needs: deliveries,
    twist: (right, { store }) => ({
      ...right,
      deliver: async (test, payload, call) => {
        const result = await right.deliver(test, payload, call);
        const known = store.webhooks.find(test.uuid?.toLowerCase() ?? '');
        if (known !== null && result.kind === 'answered' && result.status === 410)
          store.webhooks.delete(known.uuid);
        return result;
      },
    }),
  },
  'test-is-stored-before-it-is-checked': {
    breaks: 'TEST-07',
    needs: deliveries,
    twist: (right, world) => ({
      ...right,
      testConfiguration: (body, call) => {
        const outcome = right.testConfiguration(body, call);
        const given: Readonly<Record<string, unknown>> =
          typeof body === 'object' && body !== null ? { ...body } : {};
        const { event, target_url: targetUrl } = given;
        if (!outcome.ok && event === undefined && typeof targetUrl === 'string') {
          const draft = { uuid: null, event: 'draft', requestMethod: 'POST', targetUrl };
          world.store.webhooks.insert(tested(draft, call, world));
        }
        return outcome;
      },
    }),
  },
  'test-is-stored-later': {
    breaks: 'TEST-07',
    also: ['DEL-01', 'DEL-02'],
    needs: deliveries,
    twist: withSideEffect((test, call, world) => {
      world.later(600, () => {
        world.store.webhooks.insert(tested(test, call, world));
      });
    }),
  },
  'test-with-an-unknown-uuid-stores-a-webhook': {
    breaks: 'TEST-07',
    // The uuid may be that of a deleted one.
    also: ['DEL-01'],
    needs: deliveries,
    under: { testOfUnknownWebhook: 'taken' },
    twist: withSideEffect((test, call, world) => {
      const uuid = test.uuid?.toLowerCase() ?? null;
      if (uuid === null || world.store.webhooks.find(uuid) !== null) return;
      world.store.webhooks.insert({ ...tested(test, call, world), uuid });
    }),
  },
});
