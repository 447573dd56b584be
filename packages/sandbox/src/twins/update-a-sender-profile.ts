/** Twins that break the section Update a sender profile: what is answered, and what is stored. */
import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { SenderProfileUpdate, StoredSenderProfile } from '../records.ts';
import type { World } from '../world.ts';
import { changedSuccess, changedUpdate, without } from './changed.ts';
import { defineTwins, updatedAtOnce } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that stores less than it answers. */
export function stores(
  right: Behaviour,
  choose: (update: SenderProfileUpdate, count: number) => SenderProfileUpdate | null,
): Behaviour {
  let count = 0;
  return {
    ...right,
    storeUpdate: async (profile, update, call) => {
      count += 1;
      const stored = choose(update, count);
      if (stored !== null) await right.storeUpdate(profile, stored, call);
      return right.updated(profile, update);
    },
  };
}

function omit(
  update: SenderProfileUpdate,
  ...fields: readonly (keyof SenderProfileUpdate)[]
): SenderProfileUpdate {
  return Object.fromEntries(
    Object.entries(update).filter(([name]) => !fields.some((field) => field === name)),
  );
}

/** Whether an update names all three texts. */
function isFull({ firstName, lastName, label }: SenderProfileUpdate): boolean {
  return firstName !== undefined && lastName !== undefined && label !== undefined;
}

/** Stores an update in two pieces, with a pause in between for another update to interfere. */
function torn(first: (keyof SenderProfileUpdate)[]): TwinDefinition['twist'] {
  return (right, { store }: World) => {
    let underWay = 0;
    return {
      ...right,
      storeUpdate: async ({ uuid }, update) => {
        const store1 = (part: SenderProfileUpdate): StoredSenderProfile | null => {
          const current = store.senderProfiles.find(uuid);
          if (current === null) return null;
          const next = right.updated(current, part);
          store.senderProfiles.update(next);
          return next;
        };
        const parts = Object.fromEntries(
          Object.entries(update).filter(([name]) => first.some((one) => one === name)),
        );
        const before = store1(parts);
        underWay += 1;
        // The first of several waits for the others: its second piece then overwrites theirs.
        await sleep(underWay === 1 ? 25 : 1);
        underWay -= 1;
        const after = store1(omit(update, ...first));
        const found = after ?? before;
        if (found === null) throw new TypeError('the profile is gone');
        return found;
      },
    };
  };
}

const needs = ['updates'] as const;

/** How long a replica is behind an update. */
const lagMs = 300;

export const updateASenderProfileTwins = defineTwins({
  'update-answers-the-record-before': {
    breaks: 'PROF-04',
    needs,
    twist: (right) => ({
      ...right,
      storeUpdate: async (profile, update, call) => {
        await right.storeUpdate(profile, update, call);
        return profile;
      },
    }),
  },
  'update-answers-only-what-was-sent': {
    breaks: 'PROF-04',
    also: ['PROF-06'],
    needs,
    twist: (right) =>
      changedSuccess(right, ['senderProfiles.update'], (record, { body }) => {
        const sent = Object.keys({ ...JSON.parse(body) });
        return Object.fromEntries(Object.entries(record).filter(([name]) => sent.includes(name)));
      }),
  },
  'update-answers-without-label': {
    breaks: 'PROF-04',
    needs,
    twist: (right) => changedSuccess(right, ['senderProfiles.update'], (record) => without(record, 'label')),
  },
  'update-of-three-fields-leaves-out-the-last-name': {
    breaks: 'PROF-04',
    also: ['PROF-05', 'PROF-12'],
    needs,
    twist: (right) => changedUpdate(right, (update) => (isFull(update) ? omit(update, 'lastName') : update)),
  },
  'update-of-the-label-alone-is-ignored': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: (right) =>
      changedUpdate(right, (update) => (Object.keys(update).length === 1 ? omit(update, 'label') : update)),
    under: { omittedOnUpdate: 'kept' },
  },
  'update-of-one-field-is-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: (right) => ({
      ...right,
      update: (body) =>
        typeof body === 'object' && body !== null && Object.keys(body).length === 1
          ? refused('invalid-body', 'name more fields')
          : right.update(body),
    }),
  },
  'update-that-changes-nothing-is-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05', 'PROF-12'],
    needs,
    under: { omittedOnUpdate: 'kept', successStatusOfUpdate: '200' },
    twist: (right) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        if (!found.ok || call.operation !== 'senderProfiles.update') return found;
        const update = right.update(JSON.parse(call.body));
        const profile = new Map(Object.entries(found.value));
        const same =
          update.ok &&
          isFull(update.value) &&
          Object.entries(update.value).every(([name, value]) => profile.get(name) === value);
        return same ? refused('invalid-body', 'nothing would change') : found;
      },
    }),
  },
  'text-is-stored-up-to-two-hyphens': {
    breaks: 'PROF-05',
    needs,
    twist: (right) =>
      stores(right, (update) =>
        update.firstName === undefined
          ? update
          : { ...update, firstName: update.firstName.replace(/(?<=.)--.*/su, '') },
      ),
  },
  'every-other-read-lags-behind-updates': {
    breaks: 'PROF-05',
    also: ['PROF-07'],
    needs,
    under: updatedAtOnce,
    twist: (right) => {
      const behind = new Map<string, { readonly profile: StoredSenderProfile; readonly until: number }>();
      let reads = 0;
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          behind.set(profile.uuid, { profile, until: performance.now() + lagMs });
          return right.storeUpdate(profile, update, call);
        },
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          const old = behind.get(uuid);
          if (!found.ok || call.operation !== 'senderProfiles.get' || old === undefined) return found;
          reads += 1;
          return reads % 2 === 0 && performance.now() < old.until ? { ok: true, value: old.profile } : found;
        },
      };
    },
  },
  'update-is-echoed-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-07', 'PROF-12'],
    needs,
    twist: (right) => stores(right, () => null),
  },
  'label-is-echoed-not-stored': {
    breaks: 'PROF-05',
    // If omitted fields are cleared, the answer shows as cleared a label that is kept.
    also: ['PROF-04', 'PROF-12'],
    needs,
    twist: (right) => stores(right, (update) => omit(update, 'label')),
  },
  'second-of-two-updates-is-not-stored': {
    breaks: 'PROF-05',
    needs,
    twist: (right) => stores(right, (update, count) => (count % 2 === 0 ? null : update)),
  },
  'names-are-stored-without-their-last-letter-past-40': {
    breaks: 'PROF-05',
    needs,
    twist: (right) =>
      stores(right, (update) =>
        update.firstName === undefined ? update : { ...update, firstName: update.firstName.slice(0, 40) },
      ),
  },
  'change-of-case-alone-is-not-stored': {
    breaks: 'PROF-05',
    needs,
    twist: (right) => ({
      ...right,
      storeUpdate: async (profile, update, call) => {
        const before = new Map(Object.entries(profile));
        const isSame = ([name, text]: [string, unknown]): boolean =>
          typeof text !== 'string' || text.toLowerCase() === String(before.get(name)).toLowerCase();
        if (!Object.entries(update).every(isSame)) await right.storeUpdate(profile, update, call);
        return right.updated(profile, update);
      },
    }),
  },
  'reads-are-cached': {
    breaks: 'PROF-05',
    also: ['PROF-07', 'PROF-09'],
    needs,
    twist: (right) => {
      const cache = new Map<string, Readonly<Record<string, unknown>>>();
      return changedSuccess(right, ['senderProfiles.get'], (record, { path, caller }) => {
        const name = `${caller.accountId} ${path}`;
        const known = cache.get(name) ?? record;
        cache.set(name, known);
        return known;
      });
    },
  },
  'update-is-torn-after-the-first-name': { breaks: 'PROF-12', needs, twist: torn(['firstName']) },
  'update-is-torn-before-the-label': {
    breaks: 'PROF-12',
    needs,
    twist: torn(['firstName', 'lastName', 'schedule']),
  },
  'updates-write-only-what-differs': {
    breaks: 'PROF-12',
    needs,
    twist: (right, { store }) => ({
      ...right,
      storeUpdate: async (profile, update) => {
        await sleep(30);
        const before = new Map(Object.entries(profile));
        const differing: SenderProfileUpdate = Object.fromEntries(
          Object.entries(update).filter(([name, value]) => before.get(name) !== value),
        );
        const current = store.senderProfiles.find(profile.uuid) ?? profile;
        store.senderProfiles.update(right.updated(current, differing));
        return right.updated(profile, update);
      },
    }),
  },
});
