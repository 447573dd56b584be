/** The rules for the section List webhooks, and on the webhook record. */
import type { WebhookListBreaches as Breaches } from '../../rules/breaches/list-webhooks.ts';
import { every, held, judging } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { identityOf, pageIn } from '@outreach-api/model/records/page';
import { faultsOf } from '@outreach-api/model/records/shape';
import { textOf } from '@outreach-api/model/texts/text-of';
import { pagesIn } from '../pagination/page-evidence.ts';
import {
  contentOf,
  type ListedRecords,
  type Listing,
  type ListingsSeen,
  type MadeWebhook,
  type MadeWebhooksSeen,
} from './webhooks-seen.ts';

const { broken, holds, shownBy } = judging<Breaches>();

/** HOOK-01: each record has `uuid` (UUID), `event`, `request_method`, `target_url` (strings). */
export const webhookHasItsFields: RuleDefinition<Breaches, ListedRecords> = {
  id: 'HOOK-01',
  judge: ({ pages }) =>
    every(
      pages.flat().map((record) => {
        const faults = faultsOf('Webhook', record);
        if (faults.length === 0) return held;
        return shownBy(broken('webhook-fields', { faults, record }), { seen: [identityOf(record)] });
      }),
    ),
  evidence: recordsOfPages,
  eachAnswerCounts: true,
  breaches: {
    'uuid is missing': onRecord(0, (record) => without(record, 'uuid')),
    'uuid is a number': onRecord(0, (record) => ({ ...record, uuid: 7 })),
    'uuid is no UUID': onRecord(0, (record) => ({ ...record, uuid: textOf(record['uuid']).slice(0, -1) })),
    'event is missing': onRecord(0, (record) => without(record, 'event')),
    'event is null': onRecord(0, (record) => ({ ...record, event: null })),
    'request_method is missing': onRecord(0, (record) => without(record, 'request_method')),
    'request_method is a number': onRecord(0, (record) => ({ ...record, request_method: 1 })),
    'target_url is missing': onRecord(0, (record) => without(record, 'target_url')),
    'target_url is an object': onRecord(0, (record) => ({
      ...record,
      target_url: { url: record['target_url'] },
    })),
    'the last record has no target_url': onRecord(-1, (record) => without(record, 'target_url')),
  },
};

/** HOOK-02: the list covers all webhooks of the account: every one known to exist is in it. */
export const listHoldsEveryKnownWebhook: RuleDefinition<Breaches, MadeWebhooksSeen> = {
  id: 'HOOK-02',
  judge: ({ made, listed, limit, key }) => {
    return every(
      made.map(({ kind, uuid }) =>
        shownBy(holds(listed.includes(uuid), 'webhook-not-listed', { kind, uuid, limit, key }), {
          operations: ['listWebhooks'],
          query: { limit },
        }),
      ),
    );
  },
  breaches: {
    'webhooks of another method than POST are left out': unlisted(({ kind }) => kind === 'another method'),
    'the newest webhook is left out': unlisted((webhook, made) => webhook === made.at(-1)),
    'the oldest of those made is left out': unlisted((webhook, made) => webhook === made.at(0)),
    'one of those made is left out': unlisted((webhook, made) => webhook === made.at(1)),
  },
};

/** HOOK-03: `uuid` identifies: no two records share one. */
export const uuidIdentifies: RuleDefinition<Breaches, ListedRecords> = {
  id: 'HOOK-03',
  judge: ({ pages }) => {
    const contents = new Map<string, string>();
    return every(
      pages.flatMap((page) => {
        const onPage = page.map(identityOf);
        return page.map((record, index) => {
          const uuid = identityOf(record);
          const content = contentOf(record);
          const other = contents.get(uuid) ?? content;
          contents.set(uuid, content);
          if (other === content && onPage.indexOf(uuid) === index) return held;
          return shownBy(broken('uuid-shared', { uuid, records: [other, content] }), { seen: [uuid] });
        });
      }),
    );
  },
  evidence: recordsOfPages,
  eachAnswerCounts: true,
  breaches: {
    'two records next to each other share a uuid': sharing((all) => [all[0], all[1]]),
    'the first and the last record share a uuid': sharing((all) => [all[0], all.at(-1)]),
    'two uuids differ in letter case alone': (seen) => {
      const [first, second] = seen.pages.flat();
      if (first === undefined || second === undefined) return undefined;
      return replaced(seen, second, { ...second, uuid: textOf(first['uuid']).toUpperCase() });
    },
  },
};

/** HOOK-04: listing succeeds with a key that other operations accept. */
export const listingSucceeds: RuleDefinition<Breaches, ListingsSeen> = {
  id: 'HOOK-04',
  demandsSuccess: { operations: ['listWebhooks'] },
  demandsAnswer: { operations: ['listWebhooks'] },
  judge: ({ listings }) =>
    every(
      listings.map(({ ok, ...listing }) =>
        shownBy(holds(ok, 'list-refused', listing), {
          operations: ['listWebhooks'],
          statuses: [listing.status],
        }),
      ),
    ),
  breaches: {
    'each list is refused': refusing(() => true),
    'the list without parameters is refused': refusing(({ query }) => query === ''),
    'the list with parameters is refused': refusing(({ query }) => query !== ''),
    'the list is refused where a browser asks': refusing(({ headersOf }) => headersOf === 'a browser'),
    'the list is refused behind proxies': refusing(({ headersOf }) => headersOf === 'proxies'),
    'the list is refused where an HTTP library asks': refusing(
      ({ headersOf }) => headersOf === 'an HTTP library',
    ),
  },
};

function refusing(which: (listing: Listing) => boolean) {
  return ({ listings }: ListingsSeen): ListingsSeen => ({
    listings: listings.map((one) => (which(one) ? { ...one, ok: false, status: 403 } : one)),
  });
}

/** The records of each page. */
function recordsOfPages(exchanges: readonly ExchangeSeen[]): readonly (readonly [ListedRecords, null])[] {
  return pagesIn(exchanges).flatMap(([{ body }]) => {
    const page = pageIn(body);
    return page === undefined ? [] : [[{ pages: [page.data] }, null]];
  });
}

function onRecord(at: number, change: (record: JsonObject) => JsonObject) {
  return (seen: ListedRecords): ListedRecords | undefined => {
    const record = seen.pages.flat().at(at);
    return record === undefined ? undefined : replaced(seen, record, change(record));
  };
}

function without(record: JsonObject, field: string): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

function replaced(seen: ListedRecords, record: JsonObject, by: JsonObject): ListedRecords {
  return { ...seen, pages: seen.pages.map((page) => page.map((one) => (one === record ? by : one))) };
}

function sharing(
  pick: (all: readonly JsonObject[]) => readonly [JsonObject | undefined, JsonObject | undefined],
) {
  return (seen: ListedRecords): ListedRecords | undefined => {
    const [one, other] = pick(seen.pages.flat());
    if (one === undefined || other === undefined || one === other) return undefined;
    return replaced(seen, other, { ...other, uuid: one['uuid'] });
  };
}

function unlisted(which: (webhook: MadeWebhook, made: readonly MadeWebhook[]) => boolean) {
  return (seen: MadeWebhooksSeen): MadeWebhooksSeen | undefined => {
    const lost = seen.made.find((webhook) => which(webhook, seen.made));
    return lost === undefined
      ? undefined
      : { ...seen, listed: seen.listed.filter((uuid) => uuid !== lost.uuid) };
  };
}
