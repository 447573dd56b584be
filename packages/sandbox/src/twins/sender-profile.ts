/** Twins that break the section Sender profile: what an update or a delete must leave alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyAnswer } from '../answer.ts';
import type { StoredSenderProfile } from '../records.ts';
import type { World } from '../world.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin whose updates change more of the profile. */
function alsoUpdates(
  change: (profile: StoredSenderProfile, before: StoredSenderProfile) => Partial<StoredSenderProfile>,
): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    updated: (profile, update) => {
      const next = right.updated(profile, update);
      return { ...next, ...change(next, profile) };
    },
    storeUpdate: async (profile, update, call) => {
      const next = await right.storeUpdate(profile, update, call);
      return { ...next, ...change(next, profile) };
    },
  });
}

/** A twin that stores an update, changed, at once. */
function storesChanged(
  change: (profile: StoredSenderProfile, before: StoredSenderProfile) => Partial<StoredSenderProfile>,
): TwinDefinition['twist'] {
  return (right, { store }) => ({
    ...right,
    storeUpdate: (profile, update) => {
      const next = right.updated(profile, update);
      const changed = { ...next, ...change(next, profile) };
      store.senderProfiles.update(changed);
      return changed;
    },
  });
}

/** A twin whose updates change the other profiles of the account. */
function touchesOthers(
  change: (other: StoredSenderProfile, updated: StoredSenderProfile) => Partial<StoredSenderProfile>,
): TwinDefinition['twist'] {
  return (right, { store }) => ({
    ...right,
    storeUpdate: async (profile, update, call) => {
      const next = await right.storeUpdate(profile, update, call);
      for (const other of store.senderProfiles.ofAccount(profile.accountId)) {
        if (other.uuid !== profile.uuid) store.senderProfiles.update({ ...other, ...change(other, next) });
      }
      return next;
    },
  });
}

/** A twin whose updates label other profiles of the account too, by what they have in common with it. */
function touchesThose(
  which: (other: StoredSenderProfile, before: StoredSenderProfile) => boolean,
): TwinDefinition['twist'] {
  return (right, { store }) => ({
    ...right,
    storeUpdate: async (profile, update, call) => {
      const next = await right.storeUpdate(profile, update, call);
      for (const other of store.senderProfiles.ofAccount(profile.accountId)) {
        if (other.uuid !== profile.uuid && which(other, profile))
          store.senderProfiles.update({ ...other, label: next.label });
      }
      return next;
    },
  });
}

/** A twin that does something to the other profiles of the account with each delete. */
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

const updates = ['updates'] as const;
const deletes = ['deletes'] as const;
/** Labels of two profiles are made alike only where they can be put back. */
const alikeLabels = { under: { labelNull: 'stored' } } as const;
const hour = 3_600_000;

export const senderProfileTwins = defineTwins({
  'update-moves-created-at': {
    breaks: 'PROF-06',
    also: ['PROF-07'],
    needs: updates,
    twist: storesChanged(({ createdAt }) => ({ createdAt: createdAt + 1000 })),
  },
  'update-gives-the-profile-another-user': {
    breaks: 'PROF-06',
    needs: updates,
    twist: storesChanged(({ userId }) => ({ userId: userId % 2 === 0 ? userId - 1 : userId + 1 })),
  },
  'update-gives-the-profile-another-team': {
    breaks: 'PROF-06',
    needs: updates,
    twist: storesChanged(({ teamId }) => ({ teamId: teamId === 101 ? 202 : 101 })),
  },
  'update-answers-another-uuid': {
    breaks: 'PROF-06',
    also: ['PROF-04'],
    needs: updates,
    twist: alsoUpdates(({ uuid }) => ({ uuid: `${uuid.slice(0, -4)}0000` })),
  },
  'updated-at-goes-back-by-a-second': {
    breaks: 'PROF-07',
    needs: updates,
    twist: storesChanged((_, before) => ({ updatedAt: before.updatedAt - 1000 })),
  },
  'updated-at-goes-back-to-the-creation': {
    breaks: 'PROF-07',
    needs: updates,
    twist: (right, { store }) => {
      let count = 0;
      return {
        ...right,
        storeUpdate: (profile, update) => {
          count += 1;
          const later = Math.max(profile.createdAt + hour, profile.updatedAt);
          const next = {
            ...right.updated(profile, update),
            updatedAt: count % 2 === 0 ? profile.createdAt : later,
          };
          store.senderProfiles.update(next);
          return next;
        },
      };
    },
  },
  'updated-at-is-before-created-at': {
    breaks: 'PROF-07',
    twist: (right) => ({
      ...right,
      senderProfileRecord: (profile) =>
        right.senderProfileRecord({ ...profile, updatedAt: profile.createdAt - hour }),
    }),
  },
  'updated-at-is-the-epoch': {
    breaks: 'PROF-07',
    needs: updates,
    twist: storesChanged(() => ({ updatedAt: 0 })),
  },
  'update-names-every-profile': {
    breaks: 'PROF-08',
    also: ['PROF-05'],
    needs: updates,
    twist: touchesOthers((_, { firstName }) => ({ firstName })),
  },
  'update-labels-every-profile': {
    breaks: 'PROF-08',
    also: ['PROF-05'],
    needs: updates,
    twist: touchesOthers((_, { label }) => ({ label })),
  },
  'update-moves-updated-at-of-the-others': {
    breaks: 'PROF-08',
    needs: updates,
    twist: touchesOthers(({ updatedAt }) => ({ updatedAt: updatedAt + 1000 })),
  },
  'update-labels-profiles-of-the-same-first-name': {
    breaks: 'PROF-08',
    also: ['PROF-05'],
    needs: updates,
    ...alikeLabels,
    twist: touchesThose((other, before) => other.firstName === before.firstName),
  },
  'update-labels-profiles-of-the-same-label': {
    breaks: 'PROF-08',
    also: ['PROF-05'],
    needs: updates,
    ...alikeLabels,
    twist: touchesThose((other, before) => other.label !== null && other.label === before.label),
  },
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
    // What is confirmed with 202 is done by a queue, one after the other.
    under: { successStatusOfDelete: '204' },
    twist: (right, { store }) => ({
      ...right,
      storeUpdate: async (profile, update, call) => {
        // Long enough for a request that was sent at the same time to meet this one.
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
    twist: remembersDeleted(['senderProfiles.get']),
  },
  'deleted-profile-can-be-updated': {
    breaks: 'PROF-09',
    needs: deletes,
    twist: remembersDeleted(['senderProfiles.update']),
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

/** A twin that still finds a deleted profile for some operations. */
function remembersDeleted(operations: readonly string[]): TwinDefinition['twist'] {
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
        const finds =
          !found.ok && profile?.accountId === call.caller.accountId && operations.includes(call.operation);
        return finds && profile !== undefined ? { ok: true, value: profile } : found;
      },
    };
  };
}
