/** Parts of sender profile histories: which update a later read must show, and which reads came before. */
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isSameUuid, isUuid } from '@outreach-api/model/records/uuid';
import {
  recordOf,
  recordsOf,
  shows,
  type Look,
  type ProfileHistory,
  type UpdateSeen,
} from '@outreach-api/model/records/profile-history';

/** Parts of a {@link ProfileHistory} that judges use: each update with the round in which it was sent. */
export function updatesOf(
  seen: ProfileHistory,
): readonly { readonly update: UpdateSeen; readonly round: number }[] {
  return seen.rounds.flatMap(({ updates }, round) => updates.map((update) => ({ update, round })));
}

/** How a read of a profile in a round was answered, if there was one. */
export function lookOf(seen: ProfileHistory, uuid: string, round: number): Look | undefined {
  return seen.rounds[round]?.looks.find((look) => look.uuid === uuid);
}

/** The reads of a profile before a round, earliest first. */
export function looksBefore(seen: ProfileHistory, uuid: string, round: number): readonly Look[] {
  return seen.rounds.slice(0, round).flatMap(({ looks }) => looks.filter((look) => look.uuid === uuid));
}

/** The updates of a profile sent before a round, earliest first. */
export function updatesBefore(seen: ProfileHistory, uuid: string, round: number): readonly UpdateSeen[] {
  return updatesOf(seen).flatMap(({ update, round: sentIn }) =>
    update.uuid === uuid && sentIn < round ? [update] : [],
  );
}

/** The first record of a profile. */
export function firstOf(seen: ProfileHistory, uuid: string): JsonObject | undefined {
  return recordOf(lookOf(seen, uuid, 0));
}

/** Whether any update of the profile was attempted. */
export function isUpdated(seen: ProfileHistory, uuid: string): boolean {
  return updatesOf(seen).some(({ update }) => update.uuid === uuid);
}

/** The reads that must show an update: from its round until the next update of that profile; none if it was refused. */
export function laterLooks(seen: ProfileHistory, update: UpdateSeen, round: number): readonly Look[] {
  if (!update.ok) return [];
  return shownIn(seen, update.uuid, round).flatMap((at) => lookOf(seen, update.uuid, at) ?? []);
}

/** The update that a read of a profile in this round must show. */
export function updateShown(
  seen: ProfileHistory,
  uuid: string,
  round: number,
): { readonly update: UpdateSeen; readonly round: number } | undefined {
  const last = updatesOf(seen).findLast(
    ({ update, round: sentIn }) => update.uuid === uuid && sentIn <= round,
  );
  return last?.update.ok === true ? last : undefined;
}

/** A record, and whether it answered an update or a read. */
export interface TimedRecord {
  readonly record: JsonObject;
  readonly byUpdate: boolean;
}

/**
 * For each profile, its records in the order they were returned, from reads and from updates that were stored: what
 * only an answer shows is PROF-05's concern.
 */
export function recordsInOrder(seen: ProfileHistory): readonly (readonly TimedRecord[])[] {
  const uuids = new Set(seen.rounds.flatMap(({ looks }) => looks.map(({ uuid }) => uuid)));
  return Array.from(uuids, (uuid) =>
    seen.rounds.flatMap(({ updates, looks }, round) => {
      const stored = updates.filter((update) => isStored(update, looks, seen.rounds[round - 1]?.looks ?? []));
      return [...timed(stored, uuid, true), ...timed(looks, uuid, false)];
    }),
  );
}

function timed(answers: readonly Look[], uuid: string, byUpdate: boolean): readonly TimedRecord[] {
  return recordsOf(answers.filter((answer) => answer.uuid === uuid))
    .filter((record) => !isOfAnother(record, uuid))
    .map((record) => ({ record, byUpdate }));
}

/** An answer that shows another profile says nothing about this one (PROF-02). */
function isOfAnother({ uuid: shown }: JsonObject, uuid: string): boolean {
  return isUuid(shown) && !isSameUuid(shown, uuid);
}

function isStored({ uuid, sent }: UpdateSeen, after: readonly Look[], before: readonly Look[]): boolean {
  const shown = (looks: readonly Look[]): boolean =>
    looks.some((look) => look.uuid === uuid && shows(look, sent));
  return shown(after) && !shown(before);
}

function shownIn(seen: ProfileHistory, uuid: string, round: number): readonly number[] {
  const rounds = seen.rounds.map((_round, at) => at).slice(round);
  const next = rounds.slice(1).find((at) => seen.rounds[at]?.updates.some((update) => update.uuid === uuid));
  return rounds.filter((at) => next === undefined || at < next);
}
