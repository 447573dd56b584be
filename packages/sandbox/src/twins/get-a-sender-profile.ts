/** Twins that break the sections Sender profile and Get a sender profile. */
import { jsonAnswer } from '../answer.ts';
import type { StoredSenderProfile } from '../records.ts';
import type { Operation } from '../request-record.ts';
import type { World } from '../world.ts';
import { asPrinted, changedSuccess, without } from './changed.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

type Value = Readonly<Record<string, unknown>>;

/** A twin that answers a read with a changed record. */
function reads(change: (record: Value) => Value): TwinDefinition['twist'] {
  return (right) => changedSuccess(right, ['senderProfiles.get'], change);
}

/** A twin whose reads change what is stored. */
function readingChanges(
  change: (profile: StoredSenderProfile, reads: number) => Partial<StoredSenderProfile>,
): TwinDefinition['twist'] {
  return (right, { store }: World) => {
    const counts = new Map<string, number>();
    return {
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        if (found.ok && call.operation === 'senderProfiles.get') {
          const count = (counts.get(uuid) ?? 0) + 1;
          counts.set(uuid, count);
          store.senderProfiles.update({ ...found.value, ...change(found.value, count) });
        }
        return found;
      },
    };
  };
}

/** A twin that finds a profile by a uuid that differs where it does not look. */
function findsLike(key: (uuid: string) => string): TwinDefinition['twist'] {
  return (right, { store }) => ({
    ...right,
    findSenderProfile: (uuid, call) => {
      const found = right.findSenderProfile(uuid, call);
      if (found.ok || store.senderProfiles.find(uuid) !== null) return found;
      const like = store.senderProfiles
        .ofAccount(call.caller.accountId)
        .find((profile) => key(profile.uuid) === key(uuid));
      return like === undefined ? found : { ok: true, value: like };
    },
  });
}

function versionless(uuid: string): string {
  return `${uuid.slice(0, 14)}${uuid.slice(15)}`;
}

function inAnyByteOrder(uuid: string): string {
  const [end = '', ...rest] = uuid.split('-').toReversed();
  const bytes = rest.slice(1).map((group) => (group.match(/../g) ?? []).toSorted().join(''));
  return [...bytes, rest[0], end].join('-');
}

export const getASenderProfileTwins = defineTwins({
  'profile-lacks-status': { breaks: 'PROF-01', twist: reads((record) => without(record, 'status')) },
  'profile-lacks-null-fields': {
    breaks: 'PROF-01',
    twist: reads((record) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
    ),
  },
  'team-of-profile-is-text': {
    breaks: 'PROF-01',
    also: ['PROF-06'],
    twist: reads((record) => ({ ...record, team_id: String(record['team_id']) })),
  },
  'user-of-profile-is-an-object': {
    breaks: 'PROF-01',
    also: ['PROF-06'],
    twist: reads((record) => ({ ...record, user_id: { id: record['user_id'] } })),
  },
  'created-at-of-profile-is-a-number': {
    breaks: 'PROF-01',
    also: ['PROF-06'],
    twist: reads((record) => ({ ...record, created_at: Date.parse(String(record['created_at'])) })),
  },
  'created-at-of-profile-is-as-a-database-prints-it': {
    breaks: 'PROF-01',
    also: ['PROF-06'],
    twist: reads((record) => ({ ...record, created_at: asPrinted(record['created_at']) })),
  },
  'updated-at-of-profile-is-a-day': {
    breaks: 'PROF-01',
    also: ['PROF-07'],
    twist: reads((record) => ({ ...record, updated_at: '5 January 2026' })),
  },
  'updated-at-is-local-time-said-to-be-utc': {
    breaks: 'PROF-07',
    needs: ['updates'],
    under: { updatedAt: 'each-update' },
    twist: (right, { now }) => {
      const started = now();
      return {
        ...right,
        senderProfileRecord: (profile) => {
          const { createdAt, updatedAt } = profile;
          const isUpdate = updatedAt > started && updatedAt !== createdAt;
          return right.senderProfileRecord(
            isUpdate ? { ...profile, updatedAt: updatedAt - 5 * 3_600_000 } : profile,
          );
        },
      };
    },
  },
  'linkedin-server-is-zero-point-five': {
    breaks: 'PROF-01',
    twist: reads((record) => ({ ...record, linkedin_server_id: 0.5 })),
  },
  'first-name-of-profile-is-null': {
    breaks: 'PROF-01',
    also: ['PROF-05', 'PROF-12'],
    twist: reads((record) => ({ ...record, first_name: null })),
  },
  'updated-at-is-a-number-once-updated': {
    breaks: 'PROF-01',
    also: ['PROF-04', 'PROF-07'],
    needs: ['updates'],
    twist: (right) => {
      const updated = new Set<string>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          updated.add(profile.uuid);
          return right.storeUpdate(profile, update, call);
        },
        senderProfileRecord: (profile) => {
          const record = right.senderProfileRecord(profile);
          return updated.has(profile.uuid) ? { ...record, updated_at: profile.updatedAt } : record;
        },
      };
    },
  },
  'read-answers-the-first-profile': {
    breaks: 'PROF-02',
    also: ['PROF-05', 'PROF-08', 'PROF-10'],
    twist: (right, { store }) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        const [first] = store.senderProfiles.ofAccount(call.caller.accountId);
        const isRead = found.ok && call.operation === 'senderProfiles.get' && first !== undefined;
        return isRead ? { ok: true, value: first } : found;
      },
    }),
  },
  'uuid-of-profile-is-that-of-its-mailbox': {
    breaks: 'PROF-02',
    also: ['PROF-06', 'PROF-10'],
    twist: reads((record) => ({
      ...record,
      uuid: record['mailbox_uuid'] ?? '00000000-0000-4000-8000-000000000000',
    })),
  },
  'uuid-of-profile-ends-in-0': {
    breaks: 'PROF-02',
    also: ['PROF-06', 'PROF-10'],
    twist: reads((record) => ({ ...record, uuid: `${String(record['uuid']).slice(0, -2)}00` })),
  },
  'reading-moves-updated-at': {
    breaks: 'PROF-03',
    also: ['TEAM-02', 'PROF-08', 'PROF-10'],
    twist: readingChanges(({ updatedAt }) => ({ updatedAt: updatedAt + 1000 })),
  },
  'reading-swaps-the-names': {
    breaks: 'PROF-03',
    also: ['TEAM-02', 'PROF-05', 'PROF-08', 'PROF-10'],
    twist: readingChanges(({ firstName, lastName }) => ({ firstName: lastName, lastName: firstName })),
  },
  'third-read-clears-the-label': {
    breaks: 'PROF-03',
    // Another profile, read beside an update, changes with it.
    also: ['PROF-08'],
    twist: readingChanges((profile, count) =>
      count === 2 ? { label: profile.label === null ? 'seen' : null } : {},
    ),
  },
  'unknown-profile-answers-an-empty-record': {
    breaks: 'PROF-11',
    also: ['PROF-09', 'PROF-01'],
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) =>
        refusal.reason === 'not-found' && call.operation === 'senderProfiles.get'
          ? jsonAnswer(200, null)
          : right.refusal(refusal, call),
    }),
  },
  'unknown-profile-answers-another': {
    breaks: 'PROF-11',
    also: ['PROF-09'],
    twist: (right, { store }) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        const another = store.senderProfiles.ofAccount(call.caller.accountId).at(-1);
        const unknown = !found.ok && store.senderProfiles.find(uuid) === null && found.reason === 'not-found';
        return unknown && another !== undefined && call.operation === 'senderProfiles.get'
          ? { ok: true, value: another }
          : found;
      },
    }),
  },
  'version-of-a-profile-uuid-is-ignored': {
    breaks: 'PROF-11',
    also: ['PROF-10'],
    twist: findsLike(versionless),
  },
  'byte-order-of-a-profile-uuid-is-ignored': { breaks: 'PROF-11', twist: findsLike(inAnyByteOrder) },
  'profile-is-found-by-its-mailbox': { breaks: 'PROF-11', twist: findsByMailbox('senderProfiles.get') },
  'profile-is-updated-by-its-mailbox': {
    breaks: 'PROF-11',
    needs: ['updates'],
    twist: findsByMailbox('senderProfiles.update'),
  },
  'update-of-an-unknown-profile-makes-it': {
    breaks: 'PROF-11',
    also: ['PROF-09'],
    needs: ['updates'],
    twist: updatesUnknown((uuid, first, { store }) => {
      const made = { ...first, uuid };
      store.senderProfiles.insert(made);
      return made;
    }),
  },
  'update-of-an-unknown-profile-changes-the-first': {
    breaks: 'PROF-11',
    also: ['PROF-09', 'PROF-10', 'PROF-05', 'PROF-08', 'TEAM-02'],
    needs: ['updates'],
    twist: updatesUnknown((_uuid, first) => first),
  },
  'update-of-an-unknown-profile-is-confirmed': {
    breaks: 'PROF-11',
    also: ['PROF-09'],
    needs: ['updates'],
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) =>
        refusal.reason === 'not-found' && call.operation === 'senderProfiles.update'
          ? jsonAnswer(200, { updated: 0 })
          : right.refusal(refusal, call),
    }),
  },
});

/** A twin that finds something to update where no profile has the uuid. */
function updatesUnknown(
  find: (uuid: string, first: StoredSenderProfile, world: World) => StoredSenderProfile,
): TwinDefinition['twist'] {
  return (right, world) => ({
    ...right,
    findSenderProfile: (uuid, call) => {
      const found = right.findSenderProfile(uuid, call);
      const [first] = world.store.senderProfiles.ofAccount(call.caller.accountId);
      const unknown =
        !found.ok && found.reason === 'not-found' && world.store.senderProfiles.find(uuid) === null;
      return unknown && first !== undefined && call.operation === 'senderProfiles.update'
        ? { ok: true, value: find(uuid, first, world) }
        : found;
    },
  });
}

/** A twin that takes a mailbox's uuid for its profile's. */
function findsByMailbox(operation: Operation): TwinDefinition['twist'] {
  return (right, { store }) => ({
    ...right,
    findSenderProfile: (uuid, call) => {
      const found = right.findSenderProfile(uuid, call);
      const own = store.senderProfiles.ofAccount(call.caller.accountId);
      const profile = own.find(({ mailboxUuid }) => mailboxUuid === uuid);
      return !found.ok && profile !== undefined && call.operation === operation
        ? { ok: true, value: profile }
        : found;
    },
  });
}
