/** Twins from public bug reports: copies of a profile that outlive its updates, and reads that are put together. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredSenderProfile } from '../records.ts';
import { carelessCache } from './careless-cache.ts';
import { defineTwins, keptMs, meetingMs, updatedAtOnce } from './twin.ts';

const second = 1000;

interface Copy {
  readonly profile: StoredSenderProfile;
  readonly at: number;
}

/** The second in which a profile was updated. */
function secondOf({ updatedAt }: StoredSenderProfile): number {
  return Math.floor(updatedAt / second);
}

/** The profile that a copy holds, unless it is too old. */
function fresh(copy: Copy | undefined): StoredSenderProfile | null {
  return copy !== undefined && performance.now() - copy.at < keptMs ? copy.profile : null;
}

const needs = ['updates'] as const;
const outdated = {
  breaks: 'PROF-05',
  also: ['PROF-06', 'PROF-07', 'PROF-12'],
  needs,
  under: updatedAtOnce,
} as const;

export const reportedCopiesTwins = defineTwins({
  'reads-show-the-first-update-of-a-second': {
    ...outdated,
    report: 'Munter/fusile#21',
    under: { ...updatedAtOnce, updatedAt: 'each-update' },
    twist: (right) => {
      const copies = new Map<string, StoredSenderProfile>();
      return {
        ...right,
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (!found.ok || call.operation !== 'senderProfiles.get') return found;
          const copy = copies.get(uuid);
          if (copy !== undefined && secondOf(copy) === secondOf(found.value))
            return { ...found, value: copy };
          copies.set(uuid, found.value);
          return found;
        },
      };
    },
  },
  'read-under-way-brings-back-what-an-update-changed': {
    ...outdated,
    report: 'logto-io/logto#9428',
    // Elsewhere what is brought back may be what the other of two updates left behind.
    under: { ...updatedAtOnce, omittedOnUpdate: 'kept' },
    twist: (right) => {
      const copies = new Map<string, Copy>();
      const underWay = new WeakMap<Headers, StoredSenderProfile>();
      return {
        ...right,
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (!found.ok || call.operation !== 'senderProfiles.get') return found;
          const copy = fresh(copies.get(uuid));
          if (copy === null) underWay.set(call.headers, found.value);
          return { ...found, value: copy ?? found.value };
        },
        answer: async (answer, call) => {
          const profile = underWay.get(call.headers);
          if (profile !== undefined) {
            await sleep(meetingMs);
            copies.set(profile.uuid, { profile, at: performance.now() });
          }
          return right.answer(answer, call);
        },
        storeUpdate: (profile, update, call) => {
          copies.delete(profile.uuid);
          return right.storeUpdate(profile, update, call);
        },
      };
    },
  },
  'profiles-read-at-the-same-time-are-mixed-up': {
    breaks: 'PROF-02',
    also: ['PROF-03', 'PROF-05', 'PROF-06', 'PROF-08', 'PROF-10'],
    report: 'graphql/dataloader#37',
    twist: (right, { store }) => {
      const batches = new Map<number, Set<string>>();
      const answered = new WeakMap<Headers, string>();
      return {
        ...right,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          if (caller === null || call.operation !== 'senderProfiles.get' || call.uuid === null) return caller;
          const { accountId } = caller;
          const batch = (batches.get(accountId) ?? new Set()).add(call.uuid);
          batches.set(accountId, batch);
          await sleep(meetingMs);
          if (batches.get(accountId) === batch) batches.delete(accountId);
          // As they are asked for, and as the store has them.
          const asked = [...batch];
          const stored = store.senderProfiles.ofAccount(accountId).map(({ uuid }) => uuid);
          const found = stored.filter((uuid) => batch.has(uuid));
          const other = found[asked.indexOf(call.uuid)];
          if (found.length === asked.length && other !== undefined) answered.set(call.headers, other);
          return caller;
        },
        findSenderProfile: (uuid, call) => right.findSenderProfile(answered.get(call.headers) ?? uuid, call),
      };
    },
  },
  'reads-by-a-uuid-in-capitals-are-kept-over-updates': {
    ...outdated,
    report: 'appwrite/appwrite#2959',
    under: { ...updatedAtOnce, uuidCase: 'lower' },
    twist: (right) => {
      const reads = carelessCache<StoredSenderProfile>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          reads.drop(profile.uuid);
          return right.storeUpdate(profile, update, call);
        },
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (!found.ok || call.operation !== 'senderProfiles.get') return found;
          const asWritten = call.path.split('/').at(-1) ?? '';
          const known = reads.get(asWritten);
          if (known !== undefined) return { ...found, value: known };
          reads.put(asWritten, found.value);
          return found;
        },
      };
    },
  },
});
