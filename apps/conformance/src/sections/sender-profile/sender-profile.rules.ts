/** The rules for the section Sender profile: its fields, and which of them an update leaves alone. */
import type { SenderProfileBreaches as Breaches } from '../../rules/breaches/sender-profile.ts';
import { every, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import {
  recordOf,
  recordsOf,
  type Look,
  type ProfileHistory,
} from '@outreach-api/model/records/profile-history';
import { firstOf, laterLooks, recordsInOrder, updatesOf, type TimedRecord } from './profile-history-parts.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isDateBefore, movedByHours } from '@outreach-api/model/records/profile-dates';
import { faultsOf, fieldsOf } from '@outreach-api/model/records/shape';
import { textOf } from '@outreach-api/model/texts/text-of';
import { onAnswers, onLooks, onRecords, onStored } from './profile-history-breaches.ts';
import { identitiesIn, readingsIn } from './profile-evidence.ts';
import { isUnchanged } from './profile-judgements.ts';
import { lastingFields } from '@outreach-api/model/records/profile-fields';

const { about, broken, holds } = judging<Breaches>();

/** Two servers of a target may each write their own time. */
const clocksApartMs = 500;
const anotherUuid = '3f0c1f9e-7d0a-4f0b-9c59-5b3d8b8e7a11';

/** PROF-01: reading returns the record with its 14 fields and their types, also after updates. */
export const readingReturnsTheRecord: RuleDefinition<Breaches, ProfileHistory> = {
  id: 'PROF-01',
  demandsSuccess: { operations: ['getSenderProfile'] },
  demandsAnswer: { operations: ['getSenderProfile'] },
  judge: (seen) => every(seen.rounds.flatMap(({ looks }) => looks.map(isWholeRecord))),
  evidence: readingsIn,
  eachAnswerCounts: true,
  breaches: {
    ...Object.fromEntries(
      fieldsOf('SenderProfile').map((field) => [
        `${field} is missing`,
        (seen: ProfileHistory) => onRecords(seen, (record) => without(record, field)),
      ]),
    ),
    'uuid is no UUID': (seen) => onRecords(seen, () => ({ uuid: '17' })),
    'team_id is text': (seen) => onRecords(seen, ({ team_id }) => ({ team_id: textOf(team_id) })),
    'user_id is null': (seen) => onRecords(seen, () => ({ user_id: null })),
    'first_name is null': (seen) => onRecords(seen, () => ({ first_name: null })),
    'last_name is null': (seen) => onRecords(seen, () => ({ last_name: null })),
    'status is a number': (seen) => onRecords(seen, () => ({ status: 1 })),
    'created_at is a number of seconds': (seen) => onRecords(seen, () => ({ created_at: 1_790_000_000 })),
    'updated_at has a blank and no offset': (seen) =>
      onRecords(seen, () => ({ updated_at: '2026-11-20 12:00:00' })),
    'updated_at is null': (seen) => onRecords(seen, () => ({ updated_at: null })),
    'the record comes in an envelope': (seen) =>
      onLooks(seen, (look) => ({ ...look, body: { data: look.body } })),
    'the record comes in a list': (seen) => onLooks(seen, (look) => ({ ...look, body: [look.body] })),
    'nothing comes': (seen) => onLooks(seen, (look) => ({ ...look, body: undefined })),
  },
};

/** PROF-06: an update leaves `uuid`, `team_id`, `user_id`, `created_at` unchanged, also where its body names them. */
export const updateLeavesIdentityAlone: RuleDefinition<Breaches, ProfileHistory> = {
  id: 'PROF-06',
  judge: (seen) =>
    every(
      updatesOf(seen).flatMap(({ update, round }) => {
        const before = firstOf(seen, update.uuid);
        // One that is refused changes nothing either.
        const later =
          update.named === undefined ? laterLooks(seen, update, round) : looksIn(seen, round, update.uuid);
        const after = recordsOf([update, ...later]);
        const isOutOfReach = update.named !== undefined && update.ok && later.some(({ ok }) => !ok);
        if (isOutOfReach)
          return [about(update.uuid, broken('updated-profile-refused', { status: later[0]?.status ?? 0 }))];
        return after.flatMap((record) =>
          lastingFields
            .filter((field) => field in record)
            .map((field) => about(update.uuid, isUnchanged(field, before, record))),
        );
      }),
    ),
  evidence: identitiesIn,
  eachAnswerCounts: true,
  breaches: {
    'an update moves created_at': (seen) =>
      onStored(seen, (_update, _round, { created_at }) => ({
        created_at: movedByHours(created_at, 1) ?? created_at,
      })),
    'the answer shows another created_at': (seen) =>
      onAnswers(seen, (update) => ({ created_at: movedByHours(recordOf(update)?.['created_at'], 1) })),
    'an update moves the profile to another team': (seen) => onStored(seen, () => ({ team_id: -1 })),
    'an update gives the profile to another user': (seen) => onStored(seen, () => ({ user_id: -1 })),
    'an update gives the profile another uuid': (seen) => onStored(seen, () => ({ uuid: anotherUuid })),
    'the answer shows another uuid': (seen) => onAnswers(seen, () => ({ uuid: anotherUuid })),
    'the second update moves created_at': (seen) =>
      onStored(seen, (_update, round, { created_at }) =>
        round === 2 ? { created_at: movedByHours(created_at, 1) ?? created_at } : {},
      ),
  },
  breachesWith: [
    {
      need: 'newSenderProfile',
      breaches: Object.fromEntries(
        lastingFields.map((field) => [
          `an update takes over the ${field} that its body names`,
          (seen: ProfileHistory) => takingOver(seen, field),
        ]),
      ),
    },
  ],
};

/** PROF-07: `updated_at` never goes back, and is never before `created_at`. */
export const updatedAtNeverGoesBack: RuleDefinition<Breaches, ProfileHistory> = {
  id: 'PROF-07',
  judge: (seen) => every(recordsInOrder(seen).flatMap((answers) => answers.map(isNotBefore))),
  evidence: readingsIn,
  eachAnswerCounts: true,
  breaches: {
    'updated_at is before created_at': (seen) =>
      onRecords(seen, ({ created_at }) => ({ updated_at: movedByHours(created_at, -1) })),
    'an update takes updated_at back': (seen) =>
      onStored(seen, (_update, _round, { updated_at }) => ({ updated_at: movedByHours(updated_at, -1) })),
    'the second update takes updated_at back': (seen) =>
      onStored(seen, (_update, round, { updated_at }) =>
        round === 2 ? { updated_at: movedByHours(updated_at, -1) } : {},
      ),
    'each update takes updated_at back by a second': (seen) =>
      onStored(seen, ({ uuid }, round) => ({
        updated_at: movedByHours(firstOf(seen, uuid)?.['updated_at'], -round / 3600),
      })),
    'the answer shows an updated_at that is not stored': (seen) =>
      onAnswers(seen, (update) => ({ updated_at: movedByHours(recordOf(update)?.['updated_at'], 1) })),
  },
};

function looksIn(seen: ProfileHistory, round: number, uuid: string): readonly Look[] {
  return seen.rounds[round]?.looks.filter((look) => look.uuid === uuid) ?? [];
}

/** The history with a field as an update named it; undefined if none named it. */
function takingOver(seen: ProfileHistory, field: string): ProfileHistory | undefined {
  const [value] = updatesOf(seen).flatMap(({ update: { named = {} } }) => named[field] ?? []);
  return value === undefined
    ? undefined
    : onRecords(seen, (_record, round) => (round === 0 ? {} : { [field]: value }));
}

function isWholeRecord({ uuid, ok, status, body, known }: Look): Judgement<Breaches> {
  if (!ok && known !== undefined)
    return about(uuid, broken('known-profile-refused', { uuid, known, status }));
  const faults = ok ? faultsOf('SenderProfile', body) : [];
  return about(uuid, holds(faults.length === 0, 'profile-fields', { uuid, faults }));
}

function isNotBefore(
  { record: { created_at, updated_at }, byUpdate }: TimedRecord,
  at: number,
  answers: readonly TimedRecord[],
): Judgement<Breaches> {
  const before = answers[at - 1];
  const previous = before?.record['updated_at'];
  // An answer may take its time from a clock other than the database's.
  const slackMs = before?.byUpdate === byUpdate ? 0 : 1000;
  const readings = byUpdate ? [] : answers.slice(0, at).filter((earlier) => !earlier.byUpdate);
  return every([
    holds(!isDateBefore(updated_at, created_at), 'updated-before-created', { updated_at, created_at }),
    holds(!isDateBefore(updated_at, previous, slackMs), 'updated-at-goes-back', { updated_at, previous }),
    ...readings.map(({ record: { updated_at: readBefore } }) =>
      holds(!isDateBefore(updated_at, readBefore, clocksApartMs), 'updated-at-read-earlier', {
        updated_at,
        previous: readBefore,
      }),
    ),
  ]);
}

function without(record: JsonObject, field: string): JsonObject {
  return field in record ? { [field]: undefined } : {};
}
