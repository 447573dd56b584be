/** Reads what was seen of sender profiles out of any exchanges, as rules judge it. */
import { isOrdinaryText } from '../../texts/ordinary-text.ts';
import { textFields, type ProfileFields } from '../../records/profile-fields.ts';
import { recordOf, type Look, type ProfileHistory, type UpdateSeen } from '../../account/profile-history.ts';
import type { HistoryPlan } from './profile-reading.ts';
import { hasOurKey, uuidIn, type ExchangeSeen } from '../../records/exchange-seen.ts';
import { isRecord } from '../../records/is-record.ts';
import { isUuid } from '../../records/shape.ts';

type Sighting = readonly [ProfileHistory, HistoryPlan];

/** A reading or an update of a profile that was taken. */
interface Step {
  readonly look: Look;
  /** Null where it was read. */
  readonly update: UpdateSeen | null;
  readonly writes: ExchangeSeen['writes'];
}

/** Each reading by itself. */
export function readingsIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  return profilesIn(exchanges).flatMap((steps) =>
    steps.filter(isReading).map(({ look }) => seenAs([], [look])),
  );
}

/** Each reading of those profiles that another reading shows to be there. */
export function readingsOfKnownIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  return profilesIn(exchanges).flatMap((steps) => {
    const readings = steps.filter(isReading);
    const isKnown = readings.some(({ look }) => isSame(recordOf(look)?.['uuid'], look.uuid));
    return isKnown ? readings.map(({ look }) => seenAs([], [look])) : [];
  });
}

/** Each update between a reading before it and the answer to it. */
export function answersToUpdatesIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  return profilesIn(exchanges).flatMap((steps) =>
    steps.flatMap(({ update, writes }, at) => {
      const before = steps.slice(0, at).findLast(isReading)?.look;
      return update === null || before === undefined || !isAlone(writes)
        ? []
        : [seenAs([before], [], update)];
    }),
  );
}

/**
 * Each update with the reading before it and the first one after it, beside the updates of other profiles. What was
 * answered 202 may show later, also after what was sent since, and nothing else may have been written in between.
 */
export function readingsAfterUpdatesIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  const profiles = profilesIn(exchanges);
  return profiles.flatMap((steps) => {
    const others = profiles.flatMap((other) =>
      other === steps ? [] : other.flatMap(({ update }) => update ?? []),
    );
    return steps.flatMap(({ update, writes }, at) => {
      if (update === null || writes === null || !isAlone(writes)) return [];
      if (steps.slice(0, at + 1).some((step) => step.update?.status === 202)) return [];
      const after = steps.slice(at + 1).find(isReading);
      const isNext = after?.writes?.every((count) => count === writes[1]) === true;
      const before = steps.slice(0, at).findLast(isReading)?.look;
      if (after === undefined || !isNext) return [];
      return [seenAs(before === undefined ? [] : [before], [after.look], update, others)];
    });
  });
}

/** Each update with whatever was read before and after it: what no write changes. */
export function identitiesIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  return profilesIn(exchanges).flatMap((steps) => {
    const first = steps.find(isReading);
    return steps.flatMap(({ update }, at) => {
      if (first === undefined || update === null || steps.indexOf(first) > at) return [];
      const after = steps.slice(at + 1).find(isReading);
      return [seenAs([first.look], after === undefined ? [] : [after.look], update)];
    });
  });
}

function seenAs(
  before: readonly Look[],
  after: readonly Look[],
  update?: UpdateSeen,
  others: readonly UpdateSeen[] = [],
): Sighting {
  const updates = update === undefined ? [] : [update, ...others];
  const rounds = [
    { updates: [], looks: before },
    { updates, looks: after },
  ];
  return [
    { rounds, stranger: null },
    { profile: 0, rounds: updates.map(({ sent }) => [sent]) },
  ];
}

function isReading({ update, look }: Step): boolean {
  return update === null && recordOf(look) !== undefined;
}

/** Whether no other write of ours was under way beside it. */
function isAlone(writes: ExchangeSeen['writes']): boolean {
  return writes !== null && writes[0] === writes[1];
}

function isSame(one: unknown, uuid: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === uuid.toLowerCase();
}

/**
 * For each profile what was read and updated, in order; up to where it was to be deleted, or something was sent of which
 * it is open what it does.
 */
function profilesIn(exchanges: readonly ExchangeSeen[]): readonly (readonly Step[])[] {
  const ofProfiles = exchanges.filter(
    (exchange) => aboutProfiles.has(exchange.operation) && isUuid(uuidIn(exchange)),
  );
  const profiles = Map.groupBy(ofProfiles, (exchange) => uuidIn(exchange)?.toLowerCase() ?? '');
  return [...profiles.values()].map((all) => {
    const end = all.findIndex(
      ({ operation, sent }) =>
        operation === 'deleteSenderProfile' ||
        (operation === 'updateSenderProfile' && fieldsIn(sent) === null),
    );
    return (end < 0 ? all : all.slice(0, end)).flatMap((exchange) =>
      stepsOf(uuidIn(all[0] ?? exchange) ?? '', exchange),
    );
  });
}

const aboutProfiles: ReadonlySet<ExchangeSeen['operation']> = new Set([
  'getSenderProfile',
  'updateSenderProfile',
  'deleteSenderProfile',
]);

function stepsOf(uuid: string, exchange: ExchangeSeen): readonly Step[] {
  const { operation, sent, answer, writes } = exchange;
  if (!hasOurKey(exchange) || answer?.ok !== true) return [];
  const look: Look = { uuid, ok: true, status: answer.status, body: answer.json };
  if (operation === 'getSenderProfile') return [{ look, update: null, writes }];
  const fields = fieldsIn(sent);
  if (fields === null) return [];
  const ordinary = Object.values(fields).every((text) => isOrdinaryText(text));
  return [{ look, update: { ...look, sent: fields, ordinary }, writes }];
}

/** The texts that an update sends; null where it sends something else than texts and a label that is null. */
function fieldsIn(sent: unknown): ProfileFields | null {
  if (!isRecord(sent)) return null;
  const isNoLabel = sent['label'] === null;
  const fields = textFields.filter((field) => field in sent && !(field === 'label' && isNoLabel));
  if (fields.some((field) => typeof sent[field] !== 'string')) return null;
  return Object.fromEntries(fields.map((field) => [field, sent[field]]));
}
