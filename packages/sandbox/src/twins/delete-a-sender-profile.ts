/** Twins that break the section Delete a sender profile: what is deleted, and what a delete must leave alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyAnswer } from '../answer.ts';
import type { AdmittedCall } from '../call.ts';
import type { StoredSenderProfile } from '../records.ts';
import type { World } from '../world.ts';
import { sentIn } from './new-keys.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that does something to the other profiles of the account with each deletion. */
function deleteAlso(
  act: (others: readonly StoredSenderProfile[], world: World) => void,
): TwinDefinition['twist'] {
  return (right, world) => ({
    ...right,
    removeSenderProfile: (profile, call) => {
      right.removeSenderProfile(profile, call);
      const all = world.store.senderProfiles.ofAccount(profile.accountId);
      act(
        all.filter(({ uuid }) => uuid !== profile.uuid),
        world,
      );
    },
  });
}

/** A twin that still finds a deleted profile for some calls. */
function remembersDeleted(which: (call: AdmittedCall) => boolean): TwinDefinition['twist'] {
  return (right) => {
    const deleted = new Map<string, StoredSenderProfile>();
    return {
      ...right,
      removeSenderProfile: (profile, call) => {
        deleted.set(profile.uuid, profile);
        right.removeSenderProfile(profile, call);
      },
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        const profile = deleted.get(uuid);
        const finds = !found.ok && profile?.accountId === call.caller.accountId && which(call);
        return finds && profile !== undefined ? { ok: true, value: profile } : found;
      },
    };
  };
}

const deletes = ['deletes'] as const;

export const deleteASenderProfileTwins = defineTwins({
  'deleted-profile-comes-back': {
    breaks: 'PROF-09',
    needs: deletes,
    twist: (right, { store, later }) => ({
      ...right,
      removeSenderProfile: (profile, call) => {
        right.removeSenderProfile(profile, call);
        later(250, () => {
          if (store.senderProfiles.find(profile.uuid) === null) store.senderProfiles.insert(profile);
        });
      },
    }),
  },
  'update-under-way-brings-a-deleted-profile-back': {
    breaks: 'PROF-09',
    needs: ['updates', 'deletes'],
    // Deletions confirmed with 202 are queued and done one after the other.
    under: { successStatusOfDelete: '204' },
    twist: (right, { store }) => ({
      ...right,
      storeUpdate: async (profile, update, call) => {
        // Long enough for a concurrent request to meet this one.
        await sleep(50);
        const current = store.senderProfiles.find(profile.uuid);
        if (current === null) store.senderProfiles.insert(profile);
        return right.storeUpdate(current ?? profile, update, call);
      },
    }),
  },
  'delete-of-profile-takes-those-of-the-same-name': {
    breaks: 'PROF-10',
    also: ['PROF-05', 'PROF-08', 'PROF-09', 'PROF-12', 'TEAM-02'],
    needs: deletes,
    twist: (right, { store }) => ({
      ...right,
      removeSenderProfile: (profile, call) => {
        right.removeSenderProfile(profile, call);
        for (const { uuid, firstName, lastName } of store.senderProfiles.ofAccount(profile.accountId)) {
          if (firstName === profile.firstName && lastName === profile.lastName)
            store.senderProfiles.delete(uuid);
        }
      },
    }),
  },
  'delete-of-profile-is-only-confirmed': {
    breaks: 'PROF-09',
    needs: deletes,
    twist: (right) => ({ ...right, removeSenderProfile: () => undefined }),
  },
  'deleted-profile-can-be-read': {
    breaks: 'PROF-09',
    needs: deletes,
    twist: remembersDeleted(({ operation }) => operation === 'senderProfiles.get'),
  },
  'deleted-profile-can-be-updated': {
    breaks: 'PROF-09',
    needs: deletes,
    twist: remembersDeleted(({ operation }) => operation === 'senderProfiles.update'),
  },
  'deleted-profile-can-be-relabelled': {
    breaks: 'PROF-09',
    needs: deletes,
    twist: remembersDeleted(
      (call) =>
        call.operation === 'senderProfiles.update' && Object.keys(sentIn(call)).join(', ') === 'label',
    ),
  },
  'deleted-profile-comes-back-with-a-whole-update': {
    breaks: 'PROF-09',
    report: 'svix/svix-webhooks#603',
    needs: deletes,
    twist: remembersDeleted(
      (call) => call.operation === 'senderProfiles.update' && Object.keys(sentIn(call)).length > 2,
    ),
  },
  'delete-of-profile-is-done-and-refused': {
    breaks: 'PROF-09',
    needs: deletes,
    twist: (right) => ({
      ...right,
      deleted: (uuid, call) =>
        call.operation === 'senderProfiles.delete' ? emptyAnswer(500) : right.deleted(uuid, call),
    }),
  },
  'delete-of-profile-removes-another': {
    breaks: 'PROF-10',
    needs: deletes,
    twist: deleteAlso(([first], { store }) => {
      if (first !== undefined) store.senderProfiles.delete(first.uuid);
    }),
  },
  'delete-of-profile-clears-the-labels-of-others': {
    breaks: 'PROF-10',
    needs: deletes,
    twist: deleteAlso((others, { store }) => {
      for (const other of others)
        store.senderProfiles.update({ ...other, label: other.label === null ? '-' : null });
    }),
  },
  'delete-of-profile-moves-updated-at-of-others': {
    breaks: 'PROF-10',
    needs: deletes,
    twist: deleteAlso((others, { store }) => {
      for (const other of others)
        store.senderProfiles.update({ ...other, updatedAt: other.updatedAt + 1000 });
    }),
  },
});
