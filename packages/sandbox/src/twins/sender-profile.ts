/** Twins that break the section Sender profile: what an update must leave alone. */
import type { StoredSenderProfile } from '../records.ts';
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

/** A twin that stores an update, altered, at once. */
function storesChanged(
  change: (
    profile: StoredSenderProfile,
    before: StoredSenderProfile,
    body: Body,
  ) => Partial<StoredSenderProfile>,
): TwinDefinition['twist'] {
  return (right, { store }) => ({
    ...right,
    storeUpdate: (profile, update, call) => {
      const next = right.updated(profile, update);
      const changed = { ...next, ...change(next, profile, bodyOf(call)) };
      store.senderProfiles.update(changed);
      return changed;
    },
  });
}

/** A twin whose updates change the other profiles of the account. */
function touchesOthers(
  change: (
    other: StoredSenderProfile,
    updated: StoredSenderProfile,
    before: StoredSenderProfile,
  ) => Partial<StoredSenderProfile>,
): TwinDefinition['twist'] {
  return (right, { store }) => ({
    ...right,
    storeUpdate: async (profile, update, call) => {
      const next = await right.storeUpdate(profile, update, call);
      for (const other of store.senderProfiles.ofAccount(profile.accountId)) {
        if (other.uuid !== profile.uuid)
          store.senderProfiles.update({ ...other, ...change(other, next, profile) });
      }
      return next;
    },
  });
}

/** A twin whose updates also label other profiles of the account that share something with it. */
function touchesThose(
  which: (other: StoredSenderProfile, before: StoredSenderProfile) => boolean,
): TwinDefinition['twist'] {
  return touchesOthers((other, { label }, before) => (which(other, before) ? { label } : {}));
}

type Body = Readonly<Record<string, unknown>>;

function bodyOf({ body }: { readonly body: string }): Body {
  return JSON.parse(body);
}

const updates = ['updates'] as const;
/** It names them for profiles that were made for it. */
const namesWhatLasts = { needs: ['updates', 'deletes'], under: { unknownFields: 'ignored' } } as const;
/** Only teams and users that exist can be taken over: the key of the other account names them. */
const namesAnOwner = {
  ...namesWhatLasts,
  needs: [...namesWhatLasts.needs, 'otherAccountToken'],
  under: { ...namesWhatLasts.under, jwtClaims: 'usual' },
} as const;
/** The labels of two profiles are made equal only if they can be restored. */
const alikeLabels = { under: { labelNull: 'stored' } } as const;
const hour = 3_600_000;

export const senderProfileTwins = defineTwins({
  'update-moves-created-at': {
    breaks: 'PROF-06',
    also: ['PROF-07'],
    needs: updates,
    twist: storesChanged(({ createdAt }) => ({ createdAt: createdAt + 1000 })),
  },
  'update-takes-over-the-team-that-its-body-names': {
    breaks: 'PROF-06',
    ...namesAnOwner,
    twist: storesChanged(({ teamId }, _, { team_id: named }) => ({
      teamId: typeof named === 'number' ? named : teamId,
    })),
  },
  'update-takes-over-the-user-that-its-body-names': {
    breaks: 'PROF-06',
    ...namesAnOwner,
    twist: storesChanged(({ userId }, _, { user_id: named }) => ({
      userId: typeof named === 'number' ? named : userId,
    })),
  },
  'update-takes-over-the-creation-that-its-body-names': {
    breaks: 'PROF-06',
    ...namesWhatLasts,
    twist: storesChanged(({ createdAt }, _, { created_at: named }) => ({
      createdAt: typeof named === 'string' ? Date.parse(named) : createdAt,
    })),
  },
  'update-moves-the-profile-to-the-uuid-that-its-body-names': {
    breaks: 'PROF-06',
    ...namesWhatLasts,
    twist: (right, { store }) => ({
      ...right,
      storeUpdate: async (profile, update, call) => {
        const next = await right.storeUpdate(profile, update, call);
        const { uuid } = bodyOf(call);
        if (typeof uuid !== 'string') return next;
        store.senderProfiles.delete(profile.uuid);
        const moved = { ...next, uuid };
        store.senderProfiles.insert(moved);
        return moved;
      },
    }),
  },
  'update-drops-the-fraction-of-created-at': {
    breaks: 'PROF-06',
    needs: updates,
    under: { dateFormat: 'milliseconds' },
    twist: storesChanged(({ createdAt }) => ({ createdAt: createdAt - (createdAt % 1000) })),
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
  'update-names-profiles-of-the-same-names': {
    breaks: 'PROF-08',
    also: ['PROF-05'],
    report: 'Project-Books/book-project#53',
    needs: updates,
    twist: touchesOthers((other, { firstName, lastName }, before) =>
      other.firstName === before.firstName && other.lastName === before.lastName
        ? { firstName, lastName }
        : {},
    ),
  },
  'update-labels-profiles-of-the-same-label': {
    breaks: 'PROF-08',
    also: ['PROF-05'],
    needs: updates,
    ...alikeLabels,
    twist: touchesThose((other, before) => other.label !== null && other.label === before.label),
  },
});
