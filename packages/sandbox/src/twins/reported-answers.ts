/** Twins from public bug reports: answers that a cache, a serializer or a language's lists spoil (Endpoints, Pagination). */
import type { Answer } from '../answer.ts';
import type { Behaviour, Page } from '../behaviour.ts';
import type { AdmittedCall, Call } from '../call.ts';
import type { Caller, StoredSenderProfile } from '../records.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { changedEnvelope, without } from './changed.ts';
import { everyFilter, whateverListsWebhooks, whateverMissesRecords } from './consequences.ts';
import { carelessCache } from './careless-cache.ts';
import { defineTwins, keptMs, meetingMs, updatedAtOnce } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin whose answers to an operation are changed where they are asked for again, by anyone, within a while. */
function askedAgain(
  operation: Call['operation'],
  change: (answer: Answer, value: unknown) => Answer,
): TwinDefinition['twist'] {
  return (right) => {
    const asked = new Map<string, number>();
    return {
      ...right,
      success: (value, call) => {
        const answer = right.success(value, call);
        if (call.operation !== operation) return answer;
        const name = `${call.caller.accountId} ${call.path} ${call.query.toString()} ${call.body}`;
        const before = asked.get(name) ?? -Infinity;
        asked.set(name, performance.now());
        return performance.now() - before < keptMs ? change(answer, value) : answer;
      },
    };
  };
}

/** A twin that writes some of its JSON otherwise. */
function spells(
  change: (json: string) => string,
  which: (value: unknown, call: Call) => boolean,
): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    answer: async (answer, call) => {
      const answered = await right.answer(answer, call);
      if (answered.body.kind !== 'json' || !which(answered.body.value, call)) return answered;
      const json = JSON.stringify(answered.body.value);
      const spelled = change(json);
      if (spelled === json) return answered;
      return {
        ...answered,
        body: { kind: 'bytes', bytes: Buffer.from(spelled), type: 'application/json' },
      };
    },
  });
}

/** A twin that writes something before some of its JSON. */
function precedes(text: string, which: (value: unknown, call: Call) => boolean): TwinDefinition['twist'] {
  return spells((json) => text + json, which);
}

/** A twin that encodes its lists in one byte a letter where that is possible, and necessary. */
const listsInLatin1: TwinDefinition['twist'] = (right) => ({
  ...right,
  answer: async (answer, call) => {
    const answered = await right.answer(answer, call);
    if (answered.body.kind !== 'json' || call.operation !== 'webhooks.list') return answered;
    const json = JSON.stringify(answered.body.value);
    if (/[^\0-\xff]/.test(json) || !/[\x80-\xff]/.test(json)) return answered;
    return {
      ...answered,
      body: { kind: 'bytes', bytes: Buffer.from(json, 'latin1'), type: 'application/json' },
    };
  },
});

const anyPage = [
  'JSON-01',
  'PAGE-08',
  'PAGE-09',
  'HOOK-03',
  'HOOK-04',
  ...whateverListsWebhooks,
  ...whateverMissesRecords,
] as const;
const anyProfile = ['JSON-01', 'PROF-01', 'PROF-02', 'PROF-03', 'PROF-05', 'PROF-06'] as const;

/** Lists that were asked for before a deletion, by how they were asked for. */
function staleLists(right: Behaviour): {
  readonly keeping: Behaviour;
  readonly deletions: (call: AdmittedCall) => number;
} {
  const deleted = new Map<number, number>();
  return {
    deletions: ({ caller }) => deleted.get(caller.accountId) ?? 0,
    keeping: {
      ...right,
      removeWebhook: (webhook, call) => {
        deleted.set(webhook.accountId, (deleted.get(webhook.accountId) ?? 0) + 1);
        right.removeWebhook(webhook, call);
      },
    },
  };
}

/** A profile, who reads it, and in which coding. */
function readInCoding(uuid: string, { headers, caller }: AdmittedCall): string {
  return `${caller.accountId} ${uuid} ${headers.get('accept-encoding') ?? ''}`;
}

export const reportedAnswersTwins = defineTwins({
  'lists-with-accents-are-in-latin-1': {
    breaks: 'JSON-01',
    report: 'guzzle/guzzle#310',
    under: { furtherFields: 'some' },
    twist: listsInLatin1,
  },
  'data-of-later-pages-is-an-object': {
    breaks: 'PAGE-04',
    also: anyPage,
    report: 'laravel/framework#18844',
    twist: (right) =>
      changedEnvelope(right, (_, { data, offset }) =>
        offset > 0 && data.length > 0
          ? { data: Object.fromEntries(data.map((record, at) => [offset + at, record])) }
          : {},
      ),
  },
  'has-more-is-false-past-the-maximum-limit': {
    breaks: 'PAGE-06',
    also: ['FILT-08'],
    report: 'langgenius/dify#42024',
    needs: ['more than 20 webhooks'],
    under: { pageMaximum: '20', overMaximum: 'clamped' },
    twist: (right) => ({
      ...right,
      envelope: (page, call) => {
        const envelope = right.envelope(page, call);
        return Number(call.query.get('limit') ?? 0) > page.limit
          ? { ...envelope, has_more: false }
          : envelope;
      },
    }),
  },
  'list-asked-again-is-object-object': {
    breaks: 'JSON-01',
    also: anyPage,
    report: 'rv-kip/express-redis-cache#40',
    twist: askedAgain('webhooks.list', (answer) => ({
      ...answer,
      body: { kind: 'text', text: '[object Object]', type: 'text/html' },
    })),
  },
  'profile-asked-again-is-json-in-a-text': {
    breaks: 'PROF-01',
    also: [...anyProfile, 'PROF-08'],
    report: 'MathBunny/strava-wind-analysis#49',
    twist: askedAgain('senderProfiles.get', (answer, value) => ({
      ...answer,
      body: { kind: 'json', value: JSON.stringify(value) },
    })),
  },
  'list-is-stale-once-after-a-deletion': {
    breaks: 'DEL-01',
    also: ['PAGE-07', 'PAGE-09', 'DEL-02', 'HOOK-02', ...everyFilter],
    report: 'hanford/next-offline#133',
    needs: ['deletes'],
    under: { successStatusOfDelete: '204' },
    twist: (right) => {
      const { keeping, deletions } = staleLists(right);
      const kept = new Map<string, { readonly page: Page; readonly at: number }>();
      return {
        ...keeping,
        page: (listing, window, call) => {
          const page = right.page(listing, window, call);
          const name = `${call.caller.accountId} ${call.query.toString()} ${call.body}`;
          const known = kept.get(name);
          if (page.ok) kept.set(name, { page: page.value, at: deletions(call) });
          return known !== undefined && known.at < deletions(call) ? { ok: true, value: known.page } : page;
        },
      };
    },
  },
  'reads-of-a-profile-at-the-same-time-share-one-answer': {
    breaks: 'TEAM-02',
    report: 'lgriffin/ESI.ts#355',
    needs: ['otherAccountToken'],
    twist: (right) => {
      const underWay = new Map<string, Caller>();
      return {
        ...right,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          if (caller === null || call.operation !== 'senderProfiles.get') return caller;
          const first = underWay.get(call.path);
          if (first !== undefined) return first;
          underWay.set(call.path, caller);
          await sleep(meetingMs);
          underWay.delete(call.path);
          return caller;
        },
      };
    },
  },
  'empty-label-is-left-out': {
    breaks: 'PROF-01',
    also: ['PROF-04', 'PROF-05'],
    report: 'gluster/glusterd2#654',
    needs: ['updates'],
    under: { emptyText: 'taken', nameTrimming: 'kept' },
    twist: (right) => ({
      ...right,
      senderProfileRecord: (profile) => {
        const record = right.senderProfileRecord(profile);
        return profile.label === '' ? without(record, 'label') : record;
      },
    }),
  },
  'profile-without-a-mailbox-comes-behind-a-warning': {
    breaks: 'JSON-01',
    also: anyProfile,
    report: 'alextselegidis/easyappointments#1717',
    twist: precedes(
      '<br />\n<b>Deprecated</b>: htmlspecialchars(): Passing null to parameter #1 is deprecated<br />\n',
      (value, { operation }) =>
        operation === 'senderProfiles.get' &&
        typeof value === 'object' &&
        value !== null &&
        'mailbox_uuid' in value &&
        value.mailbox_uuid === null,
    ),
  },
  'reads-in-another-coding-are-kept-over-updates': {
    breaks: 'PROF-05',
    also: ['PROF-06', 'PROF-07'],
    report: 'FRiCKLE/ngx_cache_purge#55',
    needs: ['updates'],
    under: updatedAtOnce,
    twist: (right) => {
      const kept = carelessCache<StoredSenderProfile>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          kept.drop(readInCoding(profile.uuid, call));
          return right.storeUpdate(profile, update, call);
        },
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (!found.ok || call.operation !== 'senderProfiles.get') return found;
          const name = readInCoding(uuid, call);
          const known = kept.get(name);
          if (known !== undefined) return { ...found, value: known };
          kept.put(name, found.value);
          return found;
        },
      };
    },
  },
  'form-feeds-are-not-escaped': {
    breaks: 'JSON-01',
    also: [...anyProfile, 'PROF-04'],
    report: 'mvslovers/mvsmf#215',
    needs: ['updates'],
    twist: spells(
      (json) => json.replaceAll(String.raw`\f`, '\f'),
      (_, { operation }) => operation.startsWith('senderProfiles'),
    ),
  },
});
