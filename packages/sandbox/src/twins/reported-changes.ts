/** Twins from public bug reports: updates and deletions that an ORM, a replica or a cast spoils. */
import { emptyAnswer, refused } from '../answer.ts';
import type { StoredSenderProfile, StoredWebhook } from '../records.ts';
import { sentIn } from './new-keys.ts';
import { defineTwins, updatedAtOnce } from './twin.ts';

/** What a number holds of a uuid: 53 of its 128 bits. */
function asNumber(uuid: string): number {
  return Number(`0x${uuid.replaceAll('-', '')}`);
}

/** How long a replica lags behind. */
const lagMs = 300;

const updates = ['updates'] as const;

export const reportedChangesTwins = defineTwins({
  'reads-lag-behind-updates': {
    breaks: 'PROF-05',
    also: ['PROF-06', 'PROF-07'],
    report: 'reapit/foundations#6173',
    needs: updates,
    under: updatedAtOnce,
    twist: (right) => {
      const before = new Map<string, { readonly profile: StoredSenderProfile; readonly at: number }>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          before.set(profile.uuid, { profile, at: performance.now() });
          return right.storeUpdate(profile, update, call);
        },
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          const replica = before.get(uuid);
          const isBehind = replica !== undefined && performance.now() - replica.at < lagMs;
          return found.ok && isBehind && call.operation === 'senderProfiles.get'
            ? { ...found, value: replica.profile }
            : found;
        },
      };
    },
  },
  'profile-is-found-by-as-much-of-its-uuid-as-a-number-holds': {
    breaks: 'PROF-11',
    also: ['PROF-09', 'PROF-10'],
    report: 'PhilWaldmann/openrecord#97',
    twist: (right, { store }) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        if (found.ok || found.reason !== 'not-found') return found;
        const like = store.senderProfiles
          .ofAccount(call.caller.accountId)
          .find((one) => asNumber(one.uuid) === asNumber(uuid));
        return like === undefined ? found : { ok: true, value: like };
      },
    }),
  },
  'webhook-that-shares-its-target-stays': {
    breaks: 'DEL-01',
    report: 'Icinga/icinga2#3745',
    needs: ['deletes'],
    twist: (right, { store }) => ({
      ...right,
      removeWebhook: (webhook, call) => {
        const isShared = store.webhooks
          .all()
          .some(({ uuid, targetUrl }) => uuid !== webhook.uuid && targetUrl === webhook.targetUrl);
        if (!isShared) right.removeWebhook(webhook, call);
      },
    }),
  },
  'of-profiles-deleted-at-the-same-time-one-stays': {
    breaks: 'PROF-09',
    report: 'SoftwareDesignLab/SBOM-in-a-Box#219',
    needs: ['deletes'],
    under: { successStatusOfDelete: '204' },
    twist: (right, { later }) => {
      let underWay = 0;
      return {
        ...right,
        removeSenderProfile: (profile, call) => {
          underWay += 1;
          later(50, () => {
            underWay -= 1;
          });
          if (underWay === 1) right.removeSenderProfile(profile, call);
        },
      };
    },
  },
  'label-of-another-profile-is-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'codalab/codabench#1115',
    needs: updates,
    twist: (right, { store }) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const { label } = sentIn(call);
        const isAccepted =
          call.operation === 'senderProfiles.update' &&
          typeof label === 'string' &&
          store.senderProfiles
            .ofAccount(call.caller.accountId)
            .some((one) => one.uuid !== uuid && one.label === label);
        return isAccepted
          ? refused('invalid-body', 'there is one of this label')
          : right.findSenderProfile(uuid, call);
      },
    }),
  },
  'webhook-with-a-query-in-its-target-cannot-be-deleted': {
    breaks: 'DEL-01',
    report: 'DOAJ/doaj#924',
    needs: ['deletes'],
    under: { otherMethods: 'any' },
    twist: (right) => ({
      ...right,
      removeWebhook: (webhook, call) => {
        if (!webhook.targetUrl.includes('?')) right.removeWebhook(webhook, call);
      },
    }),
  },
  'test-of-a-deleted-webhook-brings-it-back': {
    breaks: 'DEL-01',
    also: ['DEL-02', 'TEST-07'],
    report: 'first-tree-ai/first-tree#314',
    needs: ['deletes', 'deliveries'],
    under: { testOfUnknownWebhook: 'taken' },
    twist: (right, { store }) => {
      const gone = new Map<string, StoredWebhook>();
      return {
        ...right,
        removeWebhook: (webhook, call) => {
          gone.set(webhook.uuid, webhook);
          right.removeWebhook(webhook, call);
        },
        deliver: (test, payload, call) => {
          const webhook = gone.get(test.uuid?.toLowerCase() ?? '');
          if (webhook !== undefined) store.webhooks.insert(webhook);
          if (webhook !== undefined) gone.delete(webhook.uuid);
          return right.deliver(test, payload, call);
        },
      };
    },
  },
  'tested-webhook-cannot-be-deleted': {
    breaks: 'DEL-01',
    report: 'zotonic/zotonic#784',
    needs: ['deletes', 'deliveries'],
    twist: (right) => {
      const logged = new Set<string>();
      return {
        ...right,
        deliver: (test, payload, call) => {
          if (test.uuid !== null) logged.add(test.uuid.toLowerCase());
          return right.deliver(test, payload, call);
        },
        removeWebhook: (webhook, call) => {
          if (!logged.has(webhook.uuid)) right.removeWebhook(webhook, call);
        },
        deleted: (uuid, call) =>
          call.operation === 'webhooks.delete' && logged.has(uuid)
            ? emptyAnswer(500)
            : right.deleted(uuid, call),
      };
    },
  },
  'updated-profile-cannot-be-deleted': {
    breaks: 'PROF-09',
    report: 'nuxsmin/sysPass#1006',
    needs: ['updates', 'deletes'],
    twist: (right) => {
      const logged = new Set<string>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          logged.add(profile.uuid);
          return right.storeUpdate(profile, update, call);
        },
        removeSenderProfile: (profile, call) => {
          if (!logged.has(profile.uuid)) right.removeSenderProfile(profile, call);
        },
        deleted: (uuid, call) =>
          call.operation === 'senderProfiles.delete' && logged.has(uuid)
            ? emptyAnswer(500)
            : right.deleted(uuid, call),
      };
    },
  },
});
