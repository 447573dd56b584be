/** Twins that break the sections Webhook and List webhooks: the records, and which of them are listed. */
import { jsonAnswer, refused } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall, Call } from '../call.ts';
import type { ShownRecord } from '../records.ts';
import { listingOf } from '../window.ts';
import { changedPage, isFiltered, newKeys, without } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that shows its webhooks in altered form. */
function shows(change: (record: ShownRecord) => ShownRecord): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    listing: (call) => {
      const { total, slice } = right.listing(call);
      return { total, slice: (offset, limit) => slice(offset, limit).map((record) => change(record)) };
    },
  });
}

/** A twin that lists only some of the records. */
function lists(
  right: Behaviour,
  choose: (records: readonly ShownRecord[], call: AdmittedCall) => readonly ShownRecord[],
): Behaviour {
  return {
    ...right,
    listing: (call) => {
      const listing = right.listing(call);
      return listingOf(choose(listing.slice(0, listing.total), call));
    },
  };
}

/** A twin that refuses lists that it should show. */
function refusesLists(status: number, which: (call: Call) => boolean = () => true): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    answer: async (answer, call) =>
      call.operation === 'webhooks.list' && answer.status < 300 && which(call)
        ? jsonAnswer(status, { error: 'no list for you' })
        : right.answer(answer, call),
  });
}

/** What cannot be judged if no list is shown, or looks refused. */
const withoutLists = ['AUTH-05', 'PAGE-01', 'PAGE-02', 'PAGE-03', 'PAGE-08'] as const;

export const listWebhooksTwins = defineTwins({
  'webhook-lacks-event': {
    breaks: 'HOOK-01',
    also: ['FILT-02', 'FILT-04', 'FILT-05', 'FILT-06', 'FILT-07'],
    twist: shows((record) => without(record, 'event')),
  },
  'webhook-has-url-for-target-url': {
    breaks: 'HOOK-01',
    also: ['FILT-02', 'FILT-04', 'FILT-05', 'FILT-06', 'FILT-07'],
    twist: shows((record) => ({ ...without(record, 'target_url'), url: record['target_url'] })),
  },
  'request-method-is-null-for-post': {
    breaks: 'HOOK-01',
    also: ['FILT-02', 'FILT-04', 'FILT-05', 'FILT-06', 'FILT-07', 'FILT-08'],
    twist: shows((record) =>
      record['request_method'] === 'POST' ? { ...record, request_method: null } : record,
    ),
  },
  'request-method-is-null-for-others-than-post': {
    breaks: 'HOOK-01',
    also: ['FILT-02', 'FILT-04', 'FILT-05', 'FILT-06', 'FILT-07'],
    twist: shows((record) =>
      record['request_method'] === 'POST' ? record : { ...record, request_method: null },
    ),
  },
  'event-is-a-list': {
    breaks: 'HOOK-01',
    also: ['FILT-02', 'FILT-05'],
    twist: shows((record) => ({ ...record, event: [record['event']] })),
  },
  'uuid-of-webhook-is-cut': {
    breaks: 'HOOK-01',
    also: ['PAGE-07', 'HOOK-02', 'DEL-01', 'DEL-02'],
    twist: shows((record) => ({ ...record, uuid: String(record['uuid']).slice(0, 8) })),
  },
  'uuid-of-webhook-has-no-hyphens': {
    breaks: 'HOOK-01',
    also: ['PAGE-07', 'HOOK-02', 'DEL-01', 'DEL-02'],
    twist: shows((record) => ({ ...record, uuid: String(record['uuid']).replaceAll('-', '') })),
  },
  'list-leaves-out-the-first': {
    breaks: 'HOOK-02',
    // What is left out existed before the suite came, or is the newest: only that can be known to be missing.
    under: { listOrder: 'newest' },
    twist: (right) => lists(right, (records) => records.slice(1)),
  },
  'list-leaves-out-others-than-post': {
    breaks: 'HOOK-02',
    twist: (right) =>
      lists(right, (records) => records.filter((record) => record['request_method'] === 'POST')),
  },
  'list-leaves-out-what-was-made-later': {
    breaks: 'HOOK-02',
    twist: (right, { store }) => {
      const atStart = new Set(store.webhooks.all().map(({ uuid }) => uuid));
      return lists(right, (records) => records.filter(({ uuid }) => atStart.has(String(uuid).toLowerCase())));
    },
  },
  'list-ends-at-30': {
    breaks: 'HOOK-02',
    also: ['DEL-01', 'DEL-02'],
    needs: ['more than 40 webhooks'],
    under: { listOrder: 'oldest' },
    twist: (right) => lists(right, (records) => records.slice(0, 30)),
  },
  'list-shows-one-webhook-for-each-target': {
    breaks: 'HOOK-02',
    also: ['DEL-01', 'DEL-02'],
    twist: (right) =>
      lists(right, (records) => [
        ...new Map(records.map((record) => [record['target_url'], record])).values(),
      ]),
  },
  'uuid-is-shared-by-webhooks-of-one-target': {
    breaks: 'HOOK-03',
    also: ['PAGE-07', 'HOOK-02', 'DEL-02'],
    twist: (right) =>
      lists(right, (records) =>
        records.map((record) => {
          const first = records.find((other) => other['target_url'] === record['target_url']);
          return { ...record, uuid: first?.['uuid'] };
        }),
      ),
  },
  'last-uuid-is-the-first': {
    breaks: 'HOOK-03',
    also: ['PAGE-07', 'HOOK-02', 'DEL-02'],
    twist: (right) =>
      lists(right, (records) =>
        records.map((record, i) =>
          i === records.length - 1 ? { ...record, uuid: records[0]?.['uuid'] } : record,
        ),
      ),
  },
  'page-of-one-lacks-event': {
    breaks: 'HOOK-01',
    also: ['PAGE-07', 'FILT-08', 'HOOK-03'],
    twist: (right) =>
      changedPage(right, ({ data, limit }) =>
        limit === 1 ? { data: data.map((record) => without(record, 'event')) } : {},
      ),
  },
  'large-page-lacks-request-method': {
    breaks: 'HOOK-01',
    also: everyFilter,
    under: { pageMaximum: '100' },
    twist: (right) =>
      changedPage(right, ({ data, limit }) =>
        limit > 20 ? { data: data.map((record) => without(record, 'request_method')) } : {},
      ),
  },
  'filtered-webhook-lacks-request-method': {
    breaks: 'HOOK-01',
    also: [...everyFilter, 'HOOK-03'],
    needs: ['filters'],
    twist: (right) =>
      changedPage(right, ({ data }, _, call) =>
        isFiltered(right, call) ? { data: data.map((record) => without(record, 'request_method')) } : {},
      ),
  },
  'webhook-made-later-has-no-event': {
    breaks: 'HOOK-01',
    also: ['DEL-02'],
    twist: (right, { store }) => {
      const atStart = new Set(store.webhooks.all().map(({ uuid }) => uuid));
      const isOld = ({ uuid }: ShownRecord): boolean => atStart.has(String(uuid).toLowerCase());
      return lists(right, (records) =>
        records.map((record) => (isOld(record) ? record : { ...record, event: null })),
      );
    },
  },
  'list-is-refused-with-403': { breaks: 'HOOK-04', also: withoutLists, twist: refusesLists(403) },
  'list-is-refused-with-404': { breaks: 'HOOK-04', also: withoutLists, twist: refusesLists(404) },
  'list-fails-with-500': { breaks: 'HOOK-04', also: withoutLists, twist: refusesLists(500) },
  'list-without-parameters-is-refused': {
    breaks: 'HOOK-04',
    also: withoutLists,
    twist: refusesLists(422, ({ query }) => query.size === 0),
  },
  'list-with-parameters-is-refused': {
    breaks: 'HOOK-04',
    also: withoutLists,
    twist: refusesLists(400, ({ query }) => query.size > 0),
  },
  'list-is-refused-to-keys-just-made': {
    breaks: 'HOOK-04',
    also: ['AUTH-05'],
    needs: ['createApiKeys'],
    twist: (right) => {
      const { keeping, isNew } = newKeys(right);
      return {
        ...keeping,
        page: (listing, window, call) =>
          isNew(call)
            ? refused('other-account', 'the list is for older keys')
            : right.page(listing, window, call),
      };
    },
  },
});
