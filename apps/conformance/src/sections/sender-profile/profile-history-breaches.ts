/** What broken targets would show of sender profiles: the building blocks of the named breaches. */
import { textFields } from '@outreach-api/model/records/profile-fields';
import {
  recordOf,
  recordsOf,
  shows,
  type Look,
  type ProfileHistory,
  type UpdateSeen,
} from '@outreach-api/model/records/profile-history';
import { isUpdated, looksBefore, updatesBefore, updateShown } from './profile-history-parts.ts';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { textDefects } from '@outreach-api/model/texts/text-defects';

/** What broken targets would show of sender profiles: the history with each read changed. */
export function onLooks(seen: ProfileHistory, change: (look: Look, round: number) => Look): ProfileHistory {
  return {
    ...seen,
    rounds: seen.rounds.map((round, at) => ({
      ...round,
      looks: round.looks.map((look) => change(look, at)),
    })),
  };
}

/** The history with fields of each record read changed; undefined removes a field. */
export function onRecords(
  seen: ProfileHistory,
  change: (record: JsonObject, round: number, uuid: string) => JsonObject,
): ProfileHistory {
  return onLooks(seen, (look, round) => {
    const record = recordOf(look);
    return record === undefined ? look : { ...look, body: merged(record, change(record, round, look.uuid)) };
  });
}

/** The history with fields changed in the reads that must show an update. */
export function onStored(
  seen: ProfileHistory,
  change: (update: UpdateSeen, round: number, record: JsonObject) => JsonObject,
): ProfileHistory {
  return onRecords(seen, (record, round, uuid) => {
    const shown = updateShown(seen, uuid, round);
    return shown === undefined ? {} : change(shown.update, shown.round, record);
  });
}

/** The history with fields changed in the last read of profiles that were not updated. */
export function onOthers(seen: ProfileHistory, change: (record: JsonObject) => JsonObject): ProfileHistory {
  const end = seen.rounds.length - 1;
  return onRecords(seen, (record, round, uuid) =>
    round < end || isUpdated(seen, uuid) ? {} : change(record),
  );
}

/** The history with each update changed. */
export function onUpdates(
  seen: ProfileHistory,
  change: (update: UpdateSeen, round: number) => UpdateSeen,
): ProfileHistory {
  return {
    ...seen,
    rounds: seen.rounds.map((round, at) => ({
      ...round,
      updates: round.updates.map((update) => change(update, at)),
    })),
  };
}

/** The history with fields changed in the answers to updates; undefined removes a field. */
export function onAnswers(
  seen: ProfileHistory,
  change: (update: UpdateSeen, round: number) => JsonObject,
): ProfileHistory {
  return onUpdates(seen, (update, round) =>
    update.ok && isRecord(update.body)
      ? { ...update, body: merged(update.body, change(update, round)) }
      : update,
  );
}

/** A breach for each kind of update that servers are known to refuse. */
export const refusalBreaches = {
  'an update must name all three fields': (seen) =>
    onRefusal(seen, ({ sent }) => Object.keys(sent).length < 3),
  'an update of the label alone is refused': (seen) =>
    onRefusal(seen, ({ sent }) => Object.keys(sent).join() === 'label'),
  'names of 50 letters are refused': (seen) =>
    onRefusal(seen, ({ sent }) => Object.values(sent).some((text) => Array.from(text).length === 50)),
  'letters outside ASCII are refused': (seen) =>
    onRefusal(seen, ({ sent }) => /[^ -~]/u.test(Object.values(sent).join(''))),
  'the second update is refused': (seen) => onRefusal(seen, (_update, round) => round === 2),
  'an update that changes nothing is refused': (seen) =>
    onRefusal(seen, ({ uuid, sent }, round) => {
      const before = looksBefore(seen, uuid, round).at(-1);
      return before !== undefined && shows(before, sent);
    }),
} satisfies Readonly<Record<string, (seen: ProfileHistory) => ProfileHistory>>;

/** A breach for each way in which an update is known to corrupt what it leaves out. */
export const leftOutBreaches = {
  'a field that is left out goes back to what it was before an earlier update': (seen) =>
    onStored(seen, ({ uuid, sent }, round) => {
      const records = recordsOf(looksBefore(seen, uuid, round));
      const earlier = updatesBefore(seen, uuid, round).map((update) => update.sent);
      const was = (field: (typeof textFields)[number]): unknown =>
        earlier.findLast(
          (update) =>
            update[field] !== undefined &&
            ![records[0]?.[field], records.at(-1)?.[field]].includes(update[field]),
        )?.[field];
      const left = textFields.filter((field) => sent[field] === undefined && was(field) !== undefined);
      return Object.fromEntries(left.map((field) => [field, was(field)]));
    }),
  'a name that is left out gets the text of the other': (seen) =>
    onStored(seen, ({ sent: { first_name, last_name } }) => {
      if (first_name === undefined) return last_name === undefined ? {} : { first_name: last_name };
      return last_name === undefined ? { last_name: first_name } : {};
    }),
} satisfies Readonly<Record<string, (seen: ProfileHistory) => ProfileHistory>>;

/** The history with some updates refused. */
function onRefusal(
  seen: ProfileHistory,
  which: (update: UpdateSeen, round: number) => boolean,
): ProfileHistory {
  return onUpdates(seen, (update, round) =>
    which(update, round) ? { ...update, ok: false, status: 422, body: undefined } : update,
  );
}

/** A breach for each way in which text is known to be corrupted, in the answers or in what is stored. */
export function textBreaches(
  on: (seen: ProfileHistory, change: (update: UpdateSeen) => JsonObject) => ProfileHistory,
): Readonly<Record<string, (seen: ProfileHistory) => ProfileHistory>> {
  return Object.fromEntries(
    Object.entries(textDefects).map(([name, mangle]) => [
      name,
      (seen: ProfileHistory) =>
        on(seen, ({ sent }) =>
          Object.fromEntries(Object.entries(sent).map(([field, text]) => [field, mangle(String(text))])),
        ),
    ]),
  );
}

function merged(record: JsonObject, change: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...record, ...change }).filter(([, value]) => value !== undefined),
  );
}
