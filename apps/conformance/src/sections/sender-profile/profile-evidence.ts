/** Extracts observations of sender profiles from any exchanges for the rules to judge. */
import { classOf } from '@outreach-api/model/records/answer-class';
import { textFields, type ProfileFields } from '@outreach-api/model/records/profile-fields';
import {
  recordOf,
  type Look,
  type ProfileHistory,
  type UpdateSeen,
} from '@outreach-api/model/records/profile-history';
import { hasOurKey, uuidIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { textOf } from '@outreach-api/model/texts/text-of';
import { isRecord } from '@outreach-api/model/records/is-record';
import { canonicalUuid, isSameUuid, isUuid, UuidSet } from '@outreach-api/model/records/uuid';

type Sighting = readonly [ProfileHistory, null];

/** An accepted read or update of a profile. */
interface Step {
  readonly look: Look;
  /** Null for a read. */
  readonly update: UpdateSeen | null;
  readonly writes: ExchangeSeen['writes'];
}

/** Each read by itself; where the profile was shown, also one that is answered with JSON that is no record. */
export function readingsIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  return profilesIn(exchanges).flatMap((steps) => {
    const isShown = steps.some(isReadingOfItself);
    const isMeant = (step: Step): boolean => isReading(step) || (isShown && isAnsweredInJson(step));
    return steps.filter(isMeant).map(({ look }) => seenAs([], [look]));
  });
}

/** Each read of a profile that a read shows to exist, if only one of another profile. */
export function readingsOfKnownIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  const readings = profilesIn(exchanges).flatMap((steps) => steps.filter(isReading));
  const shown = new UuidSet(readings.map(({ look }) => textOf(recordOf(look)?.['uuid'])));
  return readings.flatMap(({ look }) => (shown.has(look.uuid) ? [seenAs([], [look])] : []));
}

/** Each update, between an earlier read and its answer. */
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
 * Each update with the last read since the one before it and the first read after it, alongside the updates of other
 * profiles. A change answered with 202 may show later, even after later requests, and nothing else may have been
 * written in between.
 */
export function readingsAfterUpdatesIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  const profiles = profilesIn(exchanges);
  return profiles.flatMap((steps) => {
    const others = profiles.flatMap((other) =>
      other === steps ? [] : other.flatMap(({ update }) => update ?? []),
    );
    return steps.flatMap(({ update, writes }, at) => {
      if (update === null || writes === null || !isAlone(writes)) return [];
      if (
        steps.slice(0, at + 1).some((step) => step.update !== null && classOf(step.update).effect === 'later')
      )
        return [];
      const after = steps.slice(at + 1).find(isReading);
      const isNext = after?.writes?.every((count) => count === writes[1]) === true;
      const last = steps.slice(0, at).findLastIndex((step) => step.update !== null);
      const before = steps.slice(last + 1, at).findLast(isReading)?.look;
      if (after === undefined || !isNext) return [];
      return [seenAs(before === undefined ? [] : [before], [after.look], update, others)];
    });
  });
}

/** Each update with what was read of its profile before and after it: what no write changes. */
export function identitiesIn(exchanges: readonly ExchangeSeen[]): readonly Sighting[] {
  return profilesIn(exchanges).flatMap((steps) => {
    const first = steps.find(isReadingOfItself);
    return steps.flatMap(({ update }, at) => {
      if (first === undefined || update === null || steps.indexOf(first) > at) return [];
      const after = steps.slice(at + 1).find(isReadingOfItself);
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
  return [{ rounds }, null];
}

function isReading({ update, look }: Step): boolean {
  return update === null && recordOf(look) !== undefined;
}

function isAnsweredInJson({ update, look }: Step): boolean {
  return update === null && look.body !== undefined;
}

/** A read that shows another profile says nothing about this one (PROF-02). */
function isReadingOfItself(step: Step): boolean {
  return isReading(step) && isSameUuid(recordOf(step.look)?.['uuid'], step.look.uuid);
}

/** Whether no other write of ours was in progress at the same time. */
function isAlone(writes: ExchangeSeen['writes']): boolean {
  return writes !== null && writes[0] === writes[1];
}

/** For each profile, its reads and updates in order; up to a deletion request, or a request whose effect is open. */
function profilesIn(exchanges: readonly ExchangeSeen[]): readonly (readonly Step[])[] {
  const ofProfiles = exchanges.filter(
    (exchange) => aboutProfiles.has(exchange.operation) && isUuid(uuidIn(exchange)),
  );
  const profiles = Map.groupBy(ofProfiles, (exchange) => canonicalUuid(uuidIn(exchange) ?? ''));
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
  if (fields === null || !isRecord(sent)) return [];
  // What else the body names may be refused, also after a 202.
  const named = Object.fromEntries(Object.entries(sent).filter(([field]) => !(field in fields)));
  const update = { ...look, sent: fields, ...(Object.keys(named).length > 0 ? { named } : {}) };
  return [{ look, update, writes }];
}

/** The texts that an update sends; null if it sends anything but texts and a null label. */
function fieldsIn(sent: unknown): ProfileFields | null {
  if (!isRecord(sent)) return null;
  const isNoLabel = sent['label'] === null;
  const fields = textFields.filter((field) => field in sent && !(field === 'label' && isNoLabel));
  if (fields.some((field) => typeof sent[field] !== 'string')) return null;
  return Object.fromEntries(fields.map((field) => [field, sent[field]]));
}
