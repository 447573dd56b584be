/** Twins whose defect shows in lists and sender profiles that were requested for another purpose. */
import { changedSuccess, changedWindow, newKeys, without } from './changed.ts';
import { sentIn, toNewKeys, type Value } from './new-keys.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that stores only some of the updates of each profile, but confirms all of them. */
function storesOf(which: (count: number) => boolean): TwinDefinition['twist'] {
  return (right) => {
    const counts = new Map<string, number>();
    return {
      ...right,
      storeUpdate: async (profile, update, call) => {
        const count = (counts.get(profile.uuid) ?? 0) + 1;
        counts.set(profile.uuid, count);
        if (which(count)) await right.storeUpdate(profile, update, call);
        return right.updated(profile, update);
      },
    };
  };
}

function otherUuid(record: Value): Value {
  return { ...record, uuid: `${String(record['uuid']).slice(0, -4)}0000` };
}

const updates = ['updates'] as const;
const keys = ['createApiKeys'] as const;

export const inPassingTwins = defineTwins({
  'update-of-the-label-alone-turns-the-first-name-to-null': {
    breaks: 'PROF-01',
    also: ['PROF-04', 'PROF-05'],
    needs: updates,
    twist: (right) => {
      const nameless = new Set<string>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          const sent = Object.keys(sentIn(call));
          if (sent.join() === 'label') nameless.add(profile.uuid);
          else if (sent.includes('first_name')) nameless.delete(profile.uuid);
          return right.storeUpdate(profile, update, call);
        },
        senderProfileRecord: (profile) => {
          const record = right.senderProfileRecord(profile);
          return nameless.has(profile.uuid) ? { ...record, first_name: null } : record;
        },
      };
    },
  },
  'update-by-a-new-key-answers-another-uuid': {
    breaks: 'PROF-06',
    also: ['PROF-04'],
    needs: ['updates', 'createApiKeys'],
    twist: toNewKeys('senderProfiles.update', otherUuid),
  },
  'empty-update-answers-another-uuid': {
    breaks: 'PROF-06',
    also: ['PROF-04'],
    needs: updates,
    under: { emptyUpdate: 'taken' },
    twist: (right) =>
      changedSuccess(right, ['senderProfiles.update'], (record, call) =>
        Object.keys(sentIn(call)).length === 0 ? otherUuid(record) : record,
      ),
  },
  'each-second-update-of-a-profile-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-07', 'PROF-12'],
    needs: updates,
    twist: storesOf((count) => count % 2 === 1),
  },
  'second-update-of-a-profile-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-07', 'PROF-12'],
    needs: updates,
    twist: storesOf((count) => count !== 2),
  },
  'profile-read-by-a-new-key-lacks-its-status': {
    breaks: 'PROF-01',
    needs: keys,
    twist: toNewKeys('senderProfiles.get', (record) => without(record, 'status')),
  },
  'page-for-a-new-key-never-has-more': {
    breaks: 'PAGE-06',
    needs: keys,
    twist: toNewKeys('webhooks.list', (envelope) => ({ ...envelope, has_more: false })),
  },
  'page-for-a-new-key-lacks-its-total': {
    breaks: 'PAGE-04',
    needs: keys,
    twist: toNewKeys('webhooks.list', (envelope) => without(envelope, 'total')),
  },
  'webhook-under-a-negated-filter-lacks-its-method': {
    breaks: 'HOOK-01',
    needs: ['filters'],
    twist: (right) =>
      changedSuccess(right, ['webhooks.list'], (envelope, call) => {
        const filter = right.filter(call);
        const negates = filter.ok && filter.value !== null && JSON.stringify(filter.value).includes('!=');
        const { data } = envelope;
        return negates && Array.isArray(data)
          ? { ...envelope, data: data.map((record: Value) => without(record, 'request_method')) }
          : envelope;
      }),
  },
  'profile-read-by-a-new-key-is-of-another-uuid': {
    breaks: 'PROF-02',
    needs: keys,
    twist: toNewKeys('senderProfiles.get', otherUuid),
  },
  'profile-read-by-a-new-key-was-updated-before-it-was-created': {
    breaks: 'PROF-07',
    needs: keys,
    twist: toNewKeys('senderProfiles.get', (record) => ({ ...record, updated_at: '1970-01-01T00:00:00Z' })),
  },
  'update-by-a-new-key-answers-without-label': {
    breaks: 'PROF-04',
    needs: ['updates', 'createApiKeys'],
    twist: toNewKeys('senderProfiles.update', (record) => without(record, 'label')),
  },
  'page-for-a-new-key-is-of-10': {
    breaks: 'PAGE-01',
    needs: keys,
    twist: (right) => {
      const { isNew, keeping } = newKeys(right);
      return changedWindow(keeping, (_window, call) =>
        isNew(call) && !call.query.has('limit') ? { limit: 10 } : {},
      );
    },
  },
  'page-for-a-new-key-begins-at-1': {
    breaks: 'PAGE-02',
    needs: keys,
    twist: (right) => {
      const { isNew, keeping } = newKeys(right);
      return changedWindow(keeping, (_window, call) =>
        isNew(call) && !call.query.has('offset') ? { offset: 1 } : {},
      );
    },
  },
  'page-for-a-new-key-lacks-a-record': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-07'],
    needs: keys,
    twist: toNewKeys('webhooks.list', (envelope) => {
      const { data } = envelope;
      return Array.isArray(data) ? { ...envelope, data: data.slice(1) } : envelope;
    }),
  },
  'page-of-another-account-is-of-10': {
    breaks: 'PAGE-01',
    needs: ['otherAccountToken'],
    twist: (right, { store }) =>
      changedWindow(right, ({ limit }, { caller, query }) =>
        caller.accountId !== store.accounts()[0]?.id && !query.has('limit') ? { limit: limit / 2 } : {},
      ),
  },
  'page-of-another-account-always-has-more': {
    breaks: 'PAGE-06',
    also: ['PAGE-10'],
    needs: ['otherAccountToken'],
    twist: (right, { store }) =>
      changedSuccess(right, ['webhooks.list'], (envelope, { caller }) =>
        caller.accountId === store.accounts()[0]?.id ? envelope : { ...envelope, has_more: true },
      ),
  },
  'webhooks-of-another-account-share-a-uuid': {
    breaks: 'HOOK-03',
    needs: ['otherAccountToken'],
    twist: (right, { store }) =>
      changedSuccess(right, ['webhooks.list'], (envelope, { caller }) => {
        const { data } = envelope;
        return caller.accountId !== store.accounts()[0]?.id && Array.isArray(data)
          ? { ...envelope, data: data.map((record: Value) => ({ ...record, uuid: data[0]?.uuid })) }
          : envelope;
      }),
  },
});
