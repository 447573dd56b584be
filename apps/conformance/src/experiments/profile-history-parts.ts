import type { JsonObject } from '../records/is-record.ts';
import { recordOf, recordsOf, type Look, type ProfileHistory, type UpdateSeen } from './profile-history.ts';

/** Parts of a {@link ProfileHistory} that judges look at: each update with the round in which it was sent. */
export function updatesOf(
  seen: ProfileHistory,
): readonly { readonly update: UpdateSeen; readonly round: number }[] {
  return seen.rounds.flatMap(({ updates }, round) => updates.map((update) => ({ update, round })));
}

/** How a profile was answered in a round, if it was read there. */
export function lookOf(seen: ProfileHistory, uuid: string, round: number): Look | undefined {
  return seen.rounds[round]?.looks.find((look) => look.uuid === uuid);
}

/** The first record of a profile. */
export function firstOf(seen: ProfileHistory, uuid: string): JsonObject | undefined {
  return recordOf(lookOf(seen, uuid, 0));
}

/** Whether any update of the profile was tried. */
export function isUpdated(seen: ProfileHistory, uuid: string): boolean {
  return updatesOf(seen).some(({ update }) => update.uuid === uuid);
}

/** The readings that must show an update: from its round on, up to the next update of that profile; none where it was refused. */
export function laterLooks(seen: ProfileHistory, update: UpdateSeen, round: number): readonly Look[] {
  if (!update.ok) return [];
  return shownIn(seen, update.uuid, round).flatMap((at) => lookOf(seen, update.uuid, at) ?? []);
}

/** The update that a reading of a profile in this round must show. */
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

/** For each profile its records in the order in which they were answered, by updates and by readings. */
export function recordsInOrder(seen: ProfileHistory): readonly (readonly JsonObject[])[] {
  const uuids = new Set(seen.rounds.flatMap(({ looks }) => looks.map(({ uuid }) => uuid)));
  return Array.from(uuids, (uuid) =>
    seen.rounds.flatMap(({ updates, looks }) =>
      recordsOf([...updates, ...looks].filter((answer) => answer.uuid === uuid)),
    ),
  );
}

function shownIn(seen: ProfileHistory, uuid: string, round: number): readonly number[] {
  const rounds = seen.rounds.map((_round, at) => at).slice(round);
  const next = rounds.slice(1).find((at) => seen.rounds[at]?.updates.some((update) => update.uuid === uuid));
  return rounds.filter((at) => next === undefined || at < next);
}
