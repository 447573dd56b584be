/** The rules for the section Update a sender profile. */
import type { SenderProfileBreaches as Breaches } from '../../rules/breaches/sender-profile.ts';
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import { linkFields, textFields } from '@outreach-api/model/records/profile-fields';
import {
  isOrdinary,
  recordOf,
  recordsOf,
  shows,
  type Look,
  type ProfileHistory,
  type UpdateSeen,
} from '@outreach-api/model/records/profile-history';
import {
  firstOf,
  isUpdated,
  laterLooks,
  lookOf,
  looksBefore,
  updatesBefore,
  updatesOf,
} from '../sender-profile/profile-history-parts.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { profileChanges } from '@outreach-api/model/records/profile-changes';
import { movedByHours } from '@outreach-api/model/records/profile-dates';
import { textOf } from '@outreach-api/model/texts/text-of';
import { answersToUpdatesIn, readingsAfterUpdatesIn } from '../sender-profile/profile-evidence.ts';
import {
  hasNoNewFaults,
  isAsItWas,
  corruptsNoOmittedField,
  showsAnother,
  showsSent,
  showsUnchangedFields,
  showsNoTextOfOthers,
} from '../sender-profile/profile-judgements.ts';
import {
  leftOutBreaches,
  onAnswers,
  onLooks,
  onOthers,
  onRecords,
  onStored,
  onUpdates,
  refusalBreaches,
  textBreaches,
} from '../sender-profile/profile-history-breaches.ts';
import { beforeTheRace, isOneUpdate, type RaceSeen, type WholeFields } from './race-seen.ts';

const { about, broken, holds } = judging<Breaches>();

/** PROF-04: an update of names and label succeeds and returns the record with the values sent. */
export const updateReturnsTheRecord: RuleDefinition<Breaches, ProfileHistory> = {
  id: 'PROF-04',
  demandsSuccess: { operations: ['updateSenderProfile'] },
  needs: ['updates'],
  demandsAnswer: { operations: ['updateSenderProfile'] },
  judge: (seen) =>
    every(
      updatesOf(seen).map(({ update, round }) => {
        const before = looksBefore(seen, update.uuid, round).at(-1);
        const after = lookOf(seen, update.uuid, round);
        const isUpToDate =
          before !== undefined &&
          after !== undefined &&
          showsLastAccepted(seen, before, round) &&
          shows(after, update.sent) &&
          !shows(before, update.sent);
        const judgement = every([
          returnsTheRecord(update, before),
          showsUnchangedFields(update, { before, after, isUpToDate }),
        ]);
        return about(update.uuid, judgement);
      }),
    ),
  evidence: answersToUpdatesIn,
  eachAnswerCounts: true,
  breaches: {
    ...textBreaches(onAnswers),
    ...refusalBreaches,
    'the answer is the record as it was before': (seen) =>
      onAnswers(seen, ({ uuid }, round) => texts(recordOf(looksBefore(seen, uuid, round).at(-1)))),
    'the answer repeats the body': (seen) => onUpdates(seen, (update) => ({ ...update, body: update.sent })),
    'the answer is empty': (seen) => onUpdates(seen, (update) => ({ ...update, body: undefined })),
    'the answer lacks updated_at': (seen) => onAnswers(seen, () => ({ updated_at: undefined })),
    'the answer lacks the label': (seen) => onAnswers(seen, () => ({ label: undefined })),
    'the answer shows other links than the record': (seen) =>
      onAnswers(seen, (update) =>
        Object.fromEntries(linkFields.map((field) => [field, otherLink(field, recordOf(update)?.[field])])),
      ),
    'the answer swaps the names': (seen) =>
      onAnswers(seen, (update) => ({
        first_name: recordOf(update)?.['last_name'],
        last_name: recordOf(update)?.['first_name'],
      })),
  },
};

/** PROF-05: a later read shows the update. */
export const laterReadShowsTheUpdate: RuleDefinition<Breaches, ProfileHistory> = {
  id: 'PROF-05',
  judge: (seen) =>
    every(updatesOf(seen).map(({ update, round }) => about(update.uuid, isShownLater(seen, update, round)))),
  evidence: readingsAfterUpdatesIn,
  eachAnswerCounts: 'unless others write',
  breaches: {
    ...textBreaches(onStored),
    'updates are answered and not stored': (seen) => onStored(seen, ({ uuid }) => texts(firstOf(seen, uuid))),
    ...Object.fromEntries(textFields.map((field) => [`${field} is not stored`, isNotStored(field)])),
    'of three fields the label is not stored': (seen) =>
      onStored(seen, ({ uuid, sent }) =>
        Object.keys(sent).length === 3 ? { label: firstOf(seen, uuid)?.['label'] } : {},
      ),
    'the first update in a row is not stored': (seen) =>
      onStored(seen, ({ uuid }, round) => (round === 1 ? texts(firstOf(seen, uuid)) : {})),
    'the second update in a row is not stored': (seen) =>
      onStored(seen, ({ uuid }, round) => (round === 2 ? texts(recordOf(lookOf(seen, uuid, 1))) : {})),
    ...leftOutBreaches,
    'an update is forgotten at the second reading': (seen) => {
      const end = seen.rounds.length - 1;
      return onRecords(seen, (_record, round, uuid) =>
        round === end && isUpdated(seen, uuid) ? texts(firstOf(seen, uuid)) : {},
      );
    },
    'a profile that was updated cannot be read': (seen) =>
      onLooks(seen, (look, round) => (round === 0 ? look : { ...look, ok: false, status: 500 })),
  },
};

/** PROF-08: updating one profile changes no other. */
export const updateChangesNoOther: RuleDefinition<Breaches, ProfileHistory> = {
  id: 'PROF-08',
  judge: (seen) =>
    every(
      seen.rounds.flatMap((round, at) =>
        round.looks.map((look) => {
          const since = seen.rounds.findLastIndex(
            ({ looks }, index) => index < at && looks.some(({ uuid }) => uuid === look.uuid),
          );
          const between =
            since < 0 ? [] : seen.rounds.slice(since + 1, at + 1).flatMap(({ updates }) => updates);
          const own = round.updates.find(({ uuid }) => uuid === look.uuid);
          const before = lookOf(seen, look.uuid, since);
          if (isShownBefore(seen, look, at)) return held;
          if (own?.ok === true && showsAnother({ look, before }, own, round.updates)) {
            return about(look.uuid, broken('update-of-another-shown', { uuid: look.uuid, body: look.body }));
          }
          if (between.length === 0 || between.some(({ uuid }) => uuid === look.uuid)) return held;
          return isAsItWas(before, look, 'not updated');
        }),
      ),
    ),
  breaches: {
    'another profile gets the same names': (seen) =>
      onOthers(seen, ({ first_name, last_name }) => ({
        first_name: `${textOf(first_name)} too`,
        last_name: `${textOf(last_name)} too`,
      })),
    'another profile loses its name': (seen) => onOthers(seen, () => ({ first_name: 'undefined' })),
    'another profile gets the same label': (seen) => onOthers(seen, () => ({ label: 'the same label' })),
    'updated_at of another profile moves': (seen) =>
      onOthers(seen, ({ updated_at }) => ({ updated_at: movedByHours(updated_at, 1) })),
    'another profile cannot be read any more': (seen) =>
      onLooks(seen, (look, round) =>
        round === 0 || isUpdated(seen, look.uuid) ? look : { ...look, ok: false, status: 404 },
      ),
  },
};

/** PROF-12: of updates sent at the same time, one wins whole. */
export const oneUpdateWinsWhole: RuleDefinition<Breaches, readonly RaceSeen[]> = {
  id: 'PROF-12',
  judge: (races) =>
    every(
      races.map((seen) =>
        holds(isOneUpdate(seen), 'updates-mixed', {
          updates: seen.updates.filter(({ mayWin }) => mayWin).map(({ sent }) => sent),
          final: seen.final,
        }),
      ),
    ),
  breaches: {
    'each field is won by another update': inEachRace((seen) => mixture(seen, [0, 1, 2])),
    'the label is won by another update than the names': inEachRace((seen) => mixture(seen, [0, 0, 1])),
    'the first name is won by another update than the others': inEachRace((seen) => mixture(seen, [1, 0, 0])),
    'only what differs is written': inEachRace(({ updates }) => {
      if (!updates.some(({ sent }) => textFields.some((field) => sent[field] === beforeTheRace[field])))
        return undefined;
      const writer = (field: keyof WholeFields) =>
        updates.findLast(({ sent }) => sent[field] !== beforeTheRace[field]);
      return {
        updates,
        final: Object.fromEntries(
          textFields.map((field) => [field, (writer(field)?.sent ?? beforeTheRace)[field]]),
        ),
      };
    }),
    'none wins': inEachRace(({ updates }) => ({ updates, final: { ...beforeTheRace } })),
  },
};

function returnsTheRecord(update: UpdateSeen, before: Look | undefined): Judgement<Breaches> {
  if (!update.ok)
    return holds(!isOrdinary(update), 'update-refused', { sent: update.sent, status: update.status });
  const record = recordOf(update);
  if (record === undefined)
    return broken('update-answer-is-no-record', {
      uuid: update.uuid,
      status: update.status,
      body: update.body,
    });
  return every([
    showsSent('update-answered-otherwise', record, update, before),
    hasNoNewFaults(record, update, before),
  ]);
}

function isShownLater(seen: ProfileHistory, update: UpdateSeen, round: number): Judgement<Breaches> {
  const updates = updatesOf(seen).flatMap((sent) => (sent.round < round ? [] : sent.update));
  const earlier = {
    looks: looksBefore(seen, update.uuid, round),
    updates: updatesBefore(seen, update.uuid, round),
  };
  const isAlone = seen.rounds[round]?.updates.length === 1;
  return every(
    laterLooks(seen, update, round).flatMap((look) =>
      showsAnother({ look, before: earlier.looks.at(-1) }, update, updates)
        ? []
        : [
            showsTheUpdate(look, update, earlier.looks.at(-1)),
            isAlone ? corruptsNoOmittedField(update, earlier, look) : held,
            showsNoTextOfOthers(update, earlier, look),
          ],
    ),
  );
}

function showsTheUpdate(look: Look, update: UpdateSeen, before: Look | undefined): Judgement<Breaches> {
  return look.ok
    ? showsSent('update-not-shown-later', recordOf(look) ?? {}, update, before)
    : broken('updated-profile-refused', { status: look.status });
}

/**
 * Whether a read shows what the profile showed before, or what answered its own updates: a server that is behind shows
 * either, whatever others are updated to (PROF-05).
 */
function isShownBefore({ rounds }: ProfileHistory, look: Look, round: number): boolean {
  const record = recordOf(look);
  const earlier = rounds.slice(0, round).flatMap(({ updates, looks }) => [...updates, ...looks]);
  return (
    record !== undefined &&
    recordsOf(earlier.filter(({ uuid }) => uuid === look.uuid)).some(
      (shown) => profileChanges(shown, record).length === 0,
    )
  );
}

/** Whether a read shows the last update of the profile before a round: a cached one does not. */
function showsLastAccepted(seen: ProfileHistory, look: Look, round: number): boolean {
  const last = updatesOf(seen).findLast(
    ({ update, round: sentIn }) => update.ok && update.uuid === look.uuid && sentIn < round,
  );
  return last === undefined || shows(look, last.update.sent);
}

function otherLink(field: string, link: unknown): unknown {
  if (link !== null) return null;
  return field.endsWith('uuid') ? '3f0c1f9e-7d0a-4f0b-9c59-5b3d8b8e7a11' : 17;
}

function isNotStored(field: (typeof textFields)[number]) {
  return (seen: ProfileHistory): ProfileHistory =>
    onStored(seen, ({ uuid }) => ({ [field]: firstOf(seen, uuid)?.[field] }));
}

function texts(record: JsonObject | undefined): JsonObject {
  return Object.fromEntries(textFields.map((field) => [field, record?.[field]]));
}

/** The races, each as it would have gone wrong if it can. */
function inEachRace(wrong: (race: RaceSeen) => RaceSeen | undefined) {
  return (races: readonly RaceSeen[]): readonly RaceSeen[] => races.map((race) => wrong(race) ?? race);
}

/** A final record whose fields come from different updates, given by their places in the list. */
function mixture(
  seen: RaceSeen,
  places: readonly [first_name: number, last_name: number, label: number],
): RaceSeen | undefined {
  const final = Object.fromEntries(
    textFields.map((field, at) => [field, seen.updates[places[at] ?? 0]?.sent[field]]),
  );
  return Object.values(final).includes(undefined) ? undefined : { ...seen, final };
}
