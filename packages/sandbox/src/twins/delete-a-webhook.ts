/** Twins that break the section Delete a webhook. */
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyAnswer } from '../answer.ts';
import type { AdmittedCall } from '../call.ts';
import type { StoredWebhook } from '../records.ts';
import type { World } from '../world.ts';
import { changedEnvelope, isFiltered } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { stillLists } from './deleted-and-shown.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that does something to the account's other webhooks with each deletion. */
function alsoChanges(
  change: (others: readonly StoredWebhook[], deleted: StoredWebhook, world: World) => void,
): TwinDefinition['twist'] {
  return (right, world) => ({
    ...right,
    removeWebhook: (webhook, call) => {
      right.removeWebhook(webhook, call);
      const others = accountsWebhooks(call, world).filter(({ uuid }) => uuid !== webhook.uuid);
      change(others, webhook, world);
    },
  });
}

function accountsWebhooks({ caller }: AdmittedCall, { store }: World): StoredWebhook[] {
  return store.webhooks.slice(caller.accountId, 0, store.webhooks.count(caller.accountId));
}

function replace(webhook: StoredWebhook, change: Partial<StoredWebhook>, { store }: World): void {
  store.webhooks.delete(webhook.uuid);
  store.webhooks.insert({ ...webhook, ...change });
}

const needs = ['deletes'] as const;

export const deleteAWebhookTwins = defineTwins({
  'delete-of-webhook-is-only-confirmed': {
    breaks: 'DEL-01',
    needs,
    twist: (right) => ({ ...right, removeWebhook: () => undefined }),
  },
  'deletion-goes-by-the-beginning-of-the-uuid': {
    breaks: 'DEL-02',
    also: ['DEL-01'],
    needs,
    twist: (right, { store }) => ({
      ...right,
      findWebhook: (uuid, call) => {
        const found = right.findWebhook(uuid, call);
        if (found.ok || store.webhooks.find(uuid) !== null) return found;
        const beginning = uuid.slice(0, 24);
        const like = store.webhooks
          .all()
          .find(
            (webhook) => webhook.accountId === call.caller.accountId && webhook.uuid.startsWith(beginning),
          );
        return like === undefined ? found : { ok: true, value: like };
      },
    }),
  },
  'deleted-webhook-is-still-counted': {
    breaks: 'DEL-01',
    // Where offsets past the end are refused, so is the last one of those it counts.
    also: ['PAGE-03', 'PAGE-05', 'PAGE-06', 'PAGE-07'],
    needs,
    twist: (right) => {
      let deleted = 0;
      return {
        ...changedEnvelope(right, (_, { total }) => ({ total: total + deleted })),
        removeWebhook: (webhook, call) => {
          deleted += 1;
          right.removeWebhook(webhook, call);
        },
      };
    },
  },
  'second-delete-of-a-webhook-removes-it': {
    breaks: 'DEL-01',
    // One that stayed is removed while another is deleted.
    also: ['DEL-02'],
    needs,
    twist: (right) => {
      const asked = new Set<string>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          if (asked.has(webhook.uuid)) right.removeWebhook(webhook, call);
          asked.add(webhook.uuid);
        },
      };
    },
  },
  'deleted-webhook-is-made-anew': {
    breaks: 'DEL-01',
    needs,
    twist: (right, { store }) => ({
      ...right,
      removeWebhook: (webhook) => {
        store.webhooks.delete(webhook.uuid);
        store.webhooks.insert(webhook);
      },
    }),
  },
  'delete-of-webhook-is-done-and-refused': {
    breaks: 'DEL-01',
    needs,
    twist: (right) => ({
      ...right,
      deleted: (uuid, call) =>
        call.operation === 'webhooks.delete' ? emptyAnswer(500) : right.deleted(uuid, call),
    }),
  },
  'delete-of-webhook-removes-another': {
    breaks: 'DEL-02',
    also: ['DEL-01'],
    needs,
    twist: alsoChanges((others, _, { store }) => {
      const [next] = others;
      if (next !== undefined) store.webhooks.delete(next.uuid);
    }),
  },
  'delete-of-webhook-removes-all-of-its-target': {
    breaks: 'DEL-02',
    also: ['DEL-01'],
    needs,
    twist: alsoChanges((others, { targetUrl }, { store }) => {
      for (const other of others) if (other.targetUrl === targetUrl) store.webhooks.delete(other.uuid);
    }),
  },
  'delete-of-webhook-changes-the-event-of-another': {
    breaks: 'DEL-02',
    needs,
    twist: alsoChanges((others, { event }, world) => {
      const other = others.find((one) => one.event !== event);
      if (other !== undefined) replace(other, { event }, world);
    }),
  },
  'delete-of-webhook-gives-its-target-to-the-last': {
    breaks: 'DEL-02',
    needs,
    twist: alsoChanges((others, { targetUrl }, world) => {
      const last = others.at(-1);
      if (last !== undefined) replace(last, { targetUrl: `${targetUrl}#moved` }, world);
    }),
  },
  'delete-of-webhook-makes-others-post': {
    breaks: 'DEL-02',
    needs,
    twist: alsoChanges((others, _, world) => {
      const other = others.find(({ requestMethod }) => requestMethod !== 'POST');
      if (other !== undefined) replace(other, { requestMethod: 'POST' }, world);
    }),
  },
  'deleted-webhook-is-found-by-a-filter': {
    breaks: 'DEL-01',
    // Until a deletion answered with 202 is done, the webhook exists twice.
    also: ['HOOK-03', ...everyFilter],
    needs: ['deletes', 'filters'],
    twist: (right) => stillLists(right, (call) => isFiltered(right, call)),
  },
  'deleted-webhook-stays-where-no-page-is-asked-for': {
    breaks: 'DEL-01',
    also: ['PAGE-08', 'PAGE-09', 'PAGE-10', 'HOOK-02', 'TEST-07'],
    needs,
    twist: (right) => {
      const kept = new Map<number, Readonly<Record<string, unknown>>>();
      return {
        ...right,
        success: (value, call) => {
          if (call.operation !== 'webhooks.list' || call.query.size > 0 || call.body !== '')
            return right.success(value, call);
          const known = kept.get(call.caller.accountId) ?? value;
          kept.set(call.caller.accountId, known);
          return right.success(known, call);
        },
      };
    },
  },
  'deleted-webhook-comes-back-with-the-next-delete': {
    breaks: 'DEL-01',
    also: ['DEL-02', 'HOOK-03'],
    needs,
    twist: (right, { store }) => {
      let last: StoredWebhook | null = null;
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          right.removeWebhook(webhook, call);
          if (last !== null && last.uuid !== webhook.uuid) store.webhooks.insert(last);
          last = webhook;
        },
      };
    },
  },
  'of-two-webhooks-deleted-at-the-same-time-one-stays': {
    breaks: 'DEL-01',
    needs,
    // Deletions confirmed with 202 are queued and done one after the other.
    under: { successStatusOfDelete: '204' },
    twist: (right, { store }) => {
      /** Each deletion saves the list that it read without its own webhook. */
      const beingSaved = new Map<string, StoredWebhook>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          right.removeWebhook(webhook, call);
          for (const other of beingSaved.values())
            if (other.accountId === webhook.accountId) store.webhooks.insert(other);
          beingSaved.clear();
          beingSaved.set(webhook.uuid, webhook);
        },
        answer: async (answer, call) => {
          if (call.operation === 'webhooks.delete') {
            // Long enough for a concurrent request to meet this one.
            await sleep(50);
            beingSaved.delete(call.uuid ?? '');
          }
          return right.answer(answer, call);
        },
      };
    },
  },
  'delete-of-a-webhook-of-another-method-does-nothing': {
    breaks: 'DEL-01',
    needs,
    twist: (right) => ({
      ...right,
      removeWebhook: (webhook, call) => {
        if (webhook.requestMethod === 'POST') right.removeWebhook(webhook, call);
      },
    }),
  },
  'only-the-newest-webhook-can-be-deleted': {
    breaks: 'DEL-01',
    needs,
    twist: (right, { store }) => ({
      ...right,
      removeWebhook: (webhook, call) => {
        const own = store.webhooks.all().filter(({ accountId }) => accountId === call.caller.accountId);
        if (own.at(-1)?.uuid === webhook.uuid) right.removeWebhook(webhook, call);
      },
    }),
  },
});
