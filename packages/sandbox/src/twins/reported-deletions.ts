/** Twins from public bug reports: deletions that are counted twice, or remembered for too long. */
import { refused } from '../answer.ts';
import type { Page } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { Filter } from '../filter/filter.ts';
import type { StoredSenderProfile } from '../records.ts';
import { changedPage, compares, isFiltered } from './changed.ts';
import { whateverMissesRecords } from './consequences.ts';
import { findsUnder, stillLists } from './deleted-and-shown.ts';
import { sentIn } from './new-keys.ts';
import { defineTwins } from './twin.ts';

const deletes = ['deletes'] as const;

export const reportedDeletionsTwins = defineTwins({
  'first-filtered-list-after-a-deletion-is-not-filtered': {
    breaks: 'FILT-01',
    also: ['FILT-02', 'DEL-01'],
    report: 'la-team/light-admin#28',
    needs: ['deletes', 'filters'],
    twist: (right) => {
      const due = new Set<number>();
      const forgotten = new WeakSet<AdmittedCall>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          due.add(call.caller.accountId);
          right.removeWebhook(webhook, call);
        },
        filter: (call) => {
          const filter = right.filter(call);
          if (!filter.ok || filter.value === null) return filter;
          if (due.delete(call.caller.accountId)) forgotten.add(call);
          return forgotten.has(call) ? { ...filter, value: null } : filter;
        },
      };
    },
  },
  'deleted-webhook-is-found-by-later-elements-of-an-array': {
    breaks: 'DEL-01',
    // Until a deletion answered with 202 is done, the webhook exists twice. And an array finds what is not there.
    also: ['HOOK-03', 'FILT-02'],
    report: 'laravel/framework#7482',
    needs: ['deletes', 'filters'],
    twist: (right) =>
      stillLists(right, (call, record) => {
        const filter = right.filter(call);
        const isLater = ({ field, condition }: Filter[number]): boolean =>
          condition.form === 'array' && condition.values.slice(1).includes(record[field]);
        return filter.ok && filter.value?.some(isLater) === true;
      }),
  },
  'second-delete-of-a-webhook-is-counted-again': {
    breaks: 'PAGE-05',
    also: ['DEL-01', 'PAGE-06', 'PAGE-07', 'PAGE-08', 'PAGE-09', 'PAGE-10', ...whateverMissesRecords],
    report: 'magnusvk/counter_culture#351',
    needs: deletes,
    under: { successStatusOfDelete: '204' },
    twist: (right) => {
      const owners = new Map<string, number>();
      const excess = new Map<number, number>();
      const counting = changedPage(right, ({ total }, _slice, call) =>
        isFiltered(right, call)
          ? {}
          : { total: Math.max(0, total - (excess.get(call.caller.accountId) ?? 0)) },
      );
      return {
        ...counting,
        findWebhook: (uuid, call) => {
          const found = right.findWebhook(uuid, call);
          const { accountId } = call.caller;
          if (!found.ok && owners.get(uuid) === accountId)
            excess.set(accountId, (excess.get(accountId) ?? 0) + 1);
          return found;
        },
        removeWebhook: (webhook, call) => {
          owners.set(webhook.uuid, webhook.accountId);
          right.removeWebhook(webhook, call);
        },
      };
    },
  },
  'profile-that-is-deleted-twice-comes-back': {
    breaks: 'PROF-09',
    report: 'Preetam/lm2#49',
    needs: deletes,
    under: { successStatusOfDelete: '204' },
    twist: (right, { store }) => {
      const gone = new Map<string, StoredSenderProfile>();
      return {
        ...right,
        removeSenderProfile: (profile, call) => {
          gone.set(profile.uuid, profile);
          right.removeSenderProfile(profile, call);
        },
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          const profile = gone.get(uuid);
          const isOwn = profile?.accountId === call.caller.accountId;
          if (!found.ok && isOwn && call.operation === 'senderProfiles.delete')
            store.senderProfiles.insert(profile);
          return found;
        },
      };
    },
  },
  'second-delete-of-a-webhook-takes-what-has-its-place': {
    breaks: 'DEL-02',
    also: ['DEL-01', 'TEST-07', ...whateverMissesRecords],
    report: 'evykassirer/reminders-of-inspiration#3',
    needs: deletes,
    under: { successStatusOfDelete: '204' },
    twist: (right, { store }) => {
      const places = new Map<string, number>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          const all = store.webhooks.slice(webhook.accountId, 0, store.webhooks.count(webhook.accountId));
          places.set(
            webhook.uuid,
            all.findIndex(({ uuid }) => uuid === webhook.uuid),
          );
          right.removeWebhook(webhook, call);
        },
        findWebhook: (uuid, call) => {
          const found = right.findWebhook(uuid, call);
          const { accountId } = call.caller;
          const [next] = found.ok ? [] : store.webhooks.slice(accountId, places.get(uuid) ?? Infinity, 1);
          return next === undefined ? found : { ok: true, value: next };
        },
      };
    },
  },
  'deleted-webhooks-are-found-by-what-differs': {
    breaks: 'FILT-04',
    report: 'fergiemcdowall/search-index#514',
    needs: ['deletes', 'filters', 'createApiKeys'],
    under: { successStatusOfDelete: '204' },
    twist: findsUnder((filter) => filter.some(({ condition }) => compares('!=', '<>')(condition))),
  },
  'label-of-a-deleted-profile-is-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05', 'PROF-12'],
    report: 'twentyhq/twenty#26216',
    needs: ['updates', 'deletes'],
    twist: (right) => {
      const taken = new Map<string, number>();
      return {
        ...right,
        removeSenderProfile: (profile, call) => {
          if (profile.label !== null) taken.set(profile.label, profile.accountId);
          right.removeSenderProfile(profile, call);
        },
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          const { label } = sentIn(call);
          const isTaken =
            found.ok &&
            call.operation === 'senderProfiles.update' &&
            typeof label === 'string' &&
            taken.get(label) === call.caller.accountId;
          return isTaken ? refused('invalid-body', 'there is a profile of this label') : found;
        },
      };
    },
  },
  'first-page-comes-back-as-it-was-after-a-later-one': {
    breaks: 'DEL-01',
    report: 'GetSimpleCMS/GetSimpleCMS#34',
    needs: ['deletes'],
    // Otherwise the page may be as it was for a while, in which another request brings it up to date.
    under: { successStatusOfDelete: '204', listOrder: 'newest' },
    twist: (right) => {
      const shown = new Map<number, Pick<Page, 'data' | 'total'>>();
      const onwards = new Set<number>();
      return changedPage(right, ({ data, total, offset }, _slice, call) => {
        const { accountId } = call.caller;
        if (offset > 0 && !isFiltered(right, call)) onwards.add(accountId);
        if (call.query.size > 0 || call.body !== '') return {};
        const known = onwards.delete(accountId) ? shown.get(accountId) : undefined;
        if (known === undefined) shown.set(accountId, { data, total });
        return known ?? {};
      });
    },
  },
});
