/** Twins from public bug reports: updates that an ORM takes for none, stores otherwise, or mixes up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { refused } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { SenderProfileUpdate, StoredSenderProfile } from '../records.ts';
import { sentIn } from './new-keys.ts';
import { isNumeric } from './reported-spellings.ts';
import { defineTwins, meetingMs, updatedAtOnce, type TwinDefinition } from './twin.ts';

/** Answers with every field of an update, and stores those that count as changed. */
function storesWhatCounts(
  right: Behaviour,
  counts: (name: string, text: unknown, profile: StoredSenderProfile) => boolean,
): Behaviour {
  return {
    ...right,
    storeUpdate: async (profile, update, call) => {
      const stored: SenderProfileUpdate = Object.fromEntries(
        Object.entries(update).filter(([name, text]) => counts(name, text, profile)),
      );
      await right.storeUpdate(profile, stored, call);
      return right.updated(profile, update);
    },
  };
}

/** The value of a field of a stored profile. */
function fieldOf(profile: StoredSenderProfile, name: string): unknown {
  return new Map<string, unknown>(Object.entries(profile)).get(name);
}

/** The texts of a profile, whichever fields they are in. */
function textsOf({ firstName, lastName, label }: StoredSenderProfile): ReadonlySet<string | null> {
  return new Set([firstName, lastName, label]);
}

/** A text without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Whether two values are texts that differ in their accents alone. */
function differInAccents(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one !== other && plain(one) === plain(other);
}

/** How far katakana comes after hiragana in Unicode. */
const kanaApart = 0x60;

/** A text in hiragana where it was in katakana. */
function inHiragana(text: string): string {
  return text.replaceAll(/[ァ-ヶ]/gu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) - kanaApart),
  );
}

/** A twin that does not store a text which is another spelling of what is there. */
function takesForNone(spelled: (text: string) => string): TwinDefinition['twist'] {
  return (right) =>
    storesWhatCounts(right, (name, text, profile) => {
      const before = fieldOf(profile, name);
      const isBothText = typeof text === 'string' && typeof before === 'string';
      return !isBothText || text === before || spelled(text) !== spelled(before);
    });
}

const needs = ['updates'] as const;

export const reportedWritesTwins = defineTwins({
  'change-between-equal-numbers-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    report: 'laravel/laravel#1787',
    needs,
    twist: (right) =>
      storesWhatCounts(right, (name, text, profile) => {
        const before = fieldOf(profile, name);
        return !isNumeric(text) || !isNumeric(before) || Number(text) !== Number(before);
      }),
  },
  'change-back-to-the-first-text-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    report: 'ebryn/ember-model#322',
    needs,
    twist: (right) => {
      const first = new Map<string, StoredSenderProfile>();
      return storesWhatCounts(right, (name, text, profile) => {
        const original = first.get(profile.uuid) ?? profile;
        first.set(profile.uuid, original);
        return text !== fieldOf(original, name);
      });
    },
  },
  'change-of-an-accent-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    report: 'frappe/frappe#1913',
    needs,
    twist: (right) =>
      storesWhatCounts(right, (name, text, profile) => !differInAccents(text, fieldOf(profile, name))),
  },
  'change-of-an-accent-is-refused': {
    breaks: 'PROF-04',
    report: 'Kovah/LinkAce#235',
    needs,
    twist: (right, { store }) => {
      let before: StoredSenderProfile | null = null;
      return {
        ...right,
        findSenderProfile: (uuid, call) => {
          before = store.senderProfiles.find(uuid.toLowerCase()) ?? null;
          return right.findSenderProfile(uuid, call);
        },
        update: (body) => {
          const update = right.update(body);
          const { firstName, lastName, label } = update.ok ? update.value : {};
          const isTaken =
            differInAccents(firstName, before?.firstName) ||
            differInAccents(lastName, before?.lastName) ||
            differInAccents(label, before?.label);
          return isTaken ? refused('invalid-body', 'this name has been taken already') : update;
        },
      };
    },
  },
  'change-of-names-alone-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    report: 'huridocs/uwazi#4796',
    needs,
    twist: (right) => ({
      ...right,
      storeUpdate: (profile, update, call) => {
        const isOfNamesAlone = update.label !== undefined && update.label === profile.label;
        return isOfNamesAlone ? right.updated(profile, update) : right.storeUpdate(profile, update, call);
      },
    }),
  },
  'same-texts-in-other-fields-are-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    report: 'krpc/krpc#1071',
    needs,
    twist: (right) => ({
      ...right,
      storeUpdate: (profile, update, call) => {
        const next = right.updated(profile, update);
        return isDeepStrictEqual(textsOf(next), textsOf(profile))
          ? next
          : right.storeUpdate(profile, update, call);
      },
    }),
  },
  'change-of-the-width-of-letters-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    report: 'pingcap/tidb#20724',
    needs,
    twist: takesForNone((text) => text.normalize('NFKC')),
  },
  'change-between-kana-is-not-stored': {
    breaks: 'PROF-05',
    report: 'runteq/fledge-hub#52',
    needs,
    twist: takesForNone(inHiragana),
  },
  'change-between-letters-of-4-bytes-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    report: 'sudara/alonetone#732',
    needs,
    twist: takesForNone((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
  },
  'update-sent-before-is-answered-from-memory': {
    breaks: 'PROF-05',
    also: ['PROF-04', 'PROF-07', 'PROF-12'],
    report: 'Abilityai/trinity#1437',
    needs,
    under: updatedAtOnce,
    twist: (right) => {
      const known = new Map<string, StoredSenderProfile>();
      return {
        ...right,
        storeUpdate: async (profile, update, call) => {
          const name = `${profile.uuid} ${call.body}`;
          const stored = known.get(name) ?? (await right.storeUpdate(profile, update, call));
          known.set(name, stored);
          return stored;
        },
      };
    },
  },
  'updated-at-is-taken-from-the-body': {
    breaks: 'PROF-07',
    report: 'medplum/medplum#175',
    needs,
    under: { ...updatedAtOnce, unknownFields: 'ignored' },
    twist: (right, { store }) => ({
      ...right,
      storeUpdate: async (profile, update, call) => {
        const stored = await right.storeUpdate(profile, update, call);
        const updatedAt = Date.parse(String(sentIn(call)['updated_at']));
        if (Number.isNaN(updatedAt)) return stored;
        store.senderProfiles.update({ ...stored, updatedAt });
        return { ...stored, updatedAt };
      },
    }),
  },
  'updates-of-two-profiles-at-the-same-time-store-one-body': {
    breaks: 'PROF-04',
    also: ['PROF-05', 'PROF-08', 'PROF-12'],
    report: 'ArcadeData/arcadedb#7683',
    needs,
    under: updatedAtOnce,
    twist: (right, { store }) => {
      let shared: SenderProfileUpdate = {};
      return {
        ...right,
        storeUpdate: async (profile, update, call) => {
          shared = update;
          await sleep(meetingMs);
          return right.storeUpdate(store.senderProfiles.find(profile.uuid) ?? profile, shared, call);
        },
      };
    },
  },
});
