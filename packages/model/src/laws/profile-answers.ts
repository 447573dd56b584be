/** Answers to updates of sender profiles, against what reads show around them. */
import { lastingFields, linkFields, textFields } from '../records/profile-fields.ts';
import { isShown } from '../records/profile-history.ts';
import { isSameValue } from '../records/profile-changes.ts';
import { faultsOf } from '../records/shape.ts';
import { isOrdinaryText } from '../texts/ordinary-text.ts';
import type { JsonObject } from '../records/is-record.ts';
import { effectOf, showsAll } from './effect.ts';
import type { Causes } from './profile-causes.ts';
import { isAccepted, isLook, recordIn, type ProfileEvent, type ProfileFacts } from './profile-event.ts';

/** An answer to an update that was accepted. */
export interface AnswerToUpdate {
  readonly event: ProfileEvent;
  /** What is wrong with it (PROF-04): the fields, or that it is no record. */
  readonly faults: readonly string[];
  /** The lasting fields in which it differs from what was read before (PROF-06). */
  readonly moved: readonly string[];
}

/** The answers to the updates of one profile that met no other write to it. */
export function answersIn(
  events: readonly ProfileEvent[],
  facts: ProfileFacts,
  causes: Causes,
): readonly AnswerToUpdate[] {
  const looks = events.filter(isLook);
  const writes = events.filter((event) => event.act !== 'read' && effectOf(event) !== null);
  return events
    .filter(
      ({ act, by, sent, came }) => act === 'update' && by === 'ours' && isAccepted(came) && sent !== null,
    )
    .filter(
      (event) =>
        !writes.some(
          (other) => other !== event && other.from <= event.to && causes.endOf(other) > event.from,
        ),
    )
    .map((event) => {
      const before = looks.findLast(({ to }) => to < event.from);
      return answerTo(event, before, nextLook(event, looks, writes), facts);
    });
}

/** The first look after an update, if nothing else was written meanwhile. */
function nextLook(
  event: ProfileEvent,
  looks: readonly ProfileEvent[],
  writes: readonly ProfileEvent[],
): ProfileEvent | undefined {
  const next = looks.find(({ from }) => from > event.to);
  if (next === undefined) return undefined;
  return writes.some(({ from }) => from > event.from && from < next.to) ? undefined : next;
}

function answerTo(
  event: ProfileEvent,
  before: ProfileEvent | undefined,
  after: ProfileEvent | undefined,
  facts: ProfileFacts,
): AnswerToUpdate {
  const record = recordIn(event);
  if (record === undefined) return { event, faults: ['no record'], moved: [] };
  const from = before === undefined ? undefined : recordIn(before);
  const isChanged = (field: string): boolean =>
    from !== undefined && field in record && !isSameValue(field, from[field], record[field]);
  return {
    event,
    faults: [
      ...newFaults(record, from),
      ...notShown(event, record, from),
      ...stayedFields(event, before, after, facts).filter(isChanged),
    ],
    moved: lastingFields.filter(isChanged),
  };
}

/** Faults of its shape that reads do not show: those are the concern of PROF-01. */
function newFaults(record: JsonObject, from: JsonObject | undefined): readonly string[] {
  if (from === undefined) return [];
  const known = new Set(faultsOf('SenderProfile', from).map((fault) => JSON.stringify(fault)));
  return faultsOf('SenderProfile', record)
    .filter((fault) => !known.has(JSON.stringify(fault)))
    .map(({ field }) => field ?? 'no record');
}

/** The texts that were sent and are not shown. Text that may be refused may be refused after a 202, too. */
function notShown(
  { sent, came }: ProfileEvent,
  record: JsonObject,
  from: JsonObject | undefined,
): readonly string[] {
  return textFields.filter((field) => {
    const text = sent?.[field];
    if (typeof text !== 'string' || isShown(record[field], text)) return false;
    if (field === 'label' && text.trim() === '') return false;
    const mayBeKept = came.kind === 'accepted' && !isOrdinaryText(text) && from !== undefined;
    return !(mayBeKept && isSameValue(field, from[field], record[field]));
  });
}

/** The fields that reads show as unchanged by an update, which its answer must show so, too. */
function stayedFields(
  event: ProfileEvent,
  before: ProfileEvent | undefined,
  after: ProfileEvent | undefined,
  { events }: ProfileFacts,
): readonly string[] {
  const [from, to] = [before, after].map((look) => (look === undefined ? undefined : recordIn(look)));
  if (before === undefined || after === undefined || from === undefined || to === undefined) return [];
  const isBeside = events.some(
    (other) =>
      other.uuid !== event.uuid &&
      other.act === 'update' &&
      effectOf(other) !== null &&
      other.to >= before.from &&
      other.from <= after.to,
  );
  const isStored = event.came.kind === 'done' && showsAll(after, event.sent) && !isBeside;
  const left = isStored ? textFields.filter((field) => !(field in (event.sent ?? {}))) : [];
  return [...linkFields, ...left].filter((field) => isSameValue(field, from[field], to[field]));
}
