/** Twins that break the section Delete a webhook: what is deleted stays where an index or a cache is read. */
import type { Behaviour, Page } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { Filter } from '../filter/filter.ts';
import type { ShownRecord } from '../records.ts';
import { listingOf } from '../window.ts';
import { isFiltered, newKeys } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { carelessCache, type CarelessCache } from './careless-cache.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** Deleted webhooks are still listed where this holds of the request and the record. */
export function stillLists(
  right: Behaviour,
  where: (call: AdmittedCall, record: ShownRecord) => boolean,
): Behaviour {
  const gone: { readonly accountId: number; readonly record: ShownRecord }[] = [];
  return {
    ...right,
    removeWebhook: (webhook, call) => {
      gone.push({ accountId: call.caller.accountId, record: right.webhookRecord(webhook) });
      right.removeWebhook(webhook, call);
    },
    listing: (call) => {
      const own = gone.filter(
        ({ accountId, record }) => accountId === call.caller.accountId && where(call, record),
      );
      if (own.length === 0) return right.listing(call);
      const { total, slice } = right.listing(call);
      return listingOf([...slice(0, total), ...own.map(({ record }) => record)]);
    },
  };
}

/** A twin that still finds deleted webhooks under some filters. */
export function findsUnder(which: (filter: Filter) => boolean): TwinDefinition['twist'] {
  return (right) =>
    stillLists(right, (call) => {
      const filter = right.filter(call);
      return filter.ok && filter.value !== null && which(filter.value);
    });
}

function isFilteredByUuid(filter: Filter): boolean {
  return filter.some(({ field }) => field === 'uuid');
}

const needs = ['deletes', 'filters'] as const;
/** Until a deletion answered with 202 is done, the webhook exists twice. */
const untilDone = ['HOOK-03'] as const;

export const deletedAndShownTwins = defineTwins({
  'deleted-webhook-is-found-by-its-address': {
    breaks: 'DEL-01',
    also: [...untilDone, ...everyFilter],
    needs,
    twist: findsUnder((filter) => filter.some(({ field }) => field === 'target_url')),
  },
  'deleted-webhook-is-found-by-an-array': {
    breaks: 'DEL-01',
    also: [...untilDone, 'FILT-02'],
    needs,
    twist: findsUnder((filter) => filter.some(({ condition }) => condition.form === 'array')),
  },
  'deleted-webhook-is-counted-under-a-filter-by-its-uuid': {
    breaks: 'DEL-01',
    also: ['PAGE-05', 'PAGE-06'],
    needs,
    twist: (right) => {
      const gone = new Set<string>();
      const isOfGone = (call: AdmittedCall): boolean => {
        const filter = right.filter(call);
        if (!filter.ok || filter.value === null || !isFilteredByUuid(filter.value)) return false;
        return filter.value.some(
          ({ condition }) => condition.form === 'scalar' && gone.has(String(condition.value).toLowerCase()),
        );
      };
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          gone.add(webhook.uuid.toLowerCase());
          right.removeWebhook(webhook, call);
        },
        envelope: (page, call) => {
          const envelope = right.envelope(page, call);
          return isOfGone(call) && page.total === 0 ? { ...envelope, total: 1 } : envelope;
        },
      };
    },
  },
  'filtered-lists-are-kept-for-keys-that-delete-nothing': {
    breaks: 'DEL-01',
    also: untilDone,
    needs: [...needs, 'createApiKeys'],
    under: { successStatusOfDelete: '204' },
    twist: (right) => {
      const shelves = new Map<string, CarelessCache<Page>>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          shelves.delete(call.caller.jti);
          right.removeWebhook(webhook, call);
        },
        page: (listing, window, call) => {
          if (!isFiltered(right, call)) return right.page(listing, window, call);
          const pages = shelves.get(call.caller.jti) ?? carelessCache<Page>();
          shelves.set(call.caller.jti, pages);
          const name = `${call.query.toString()} ${call.body}`;
          const known = pages.get(name);
          if (known !== undefined) return { ok: true, value: known };
          const page = right.page(listing, window, call);
          if (page.ok) pages.put(name, page.value);
          return page;
        },
      };
    },
  },
  'deleted-webhook-is-listed-to-new-keys': {
    breaks: 'DEL-01',
    also: untilDone,
    needs: ['deletes', 'createApiKeys'],
    twist: (right) => {
      const { keeping, isNew } = newKeys(right);
      return stillLists(keeping, isNew);
    },
  },
});
