/** Extracts refused updates of uuids that no sender profile has, and whether they changed another, from any exchanges. */
import { hasOurKey, uuidIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import type { UnknownSeen } from './unknown-seen.ts';

/**
 * Each refused update of a uuid that is known to be no profile's, as it was refused before or its profile deleted, and
 * whether another profile shows what it sent: nothing else has sent that, and the profile did not show it before.
 */
export function updatesThatHitAnother(
  exchanges: readonly ExchangeSeen[],
): readonly (readonly [readonly UnknownSeen[], null])[] {
  const own = exchanges.filter(hasOurKey);
  return own.flatMap((update, at) => {
    const { operation, sent, came, answer } = update;
    const uuid = uuidIn(update) ?? '';
    if (operation !== 'updateSenderProfile' || came.effect !== 'never') return [];
    if (!isRecord(sent) || answer === null) return [];
    const [earlier, later] = [own.slice(0, at), own.slice(at + 1)];
    if (!isOfNoProfile(uuid, earlier)) return [];
    const hitAnother = later.some(
      (read) =>
        showsAnother(read, uuid, sent) &&
        earlier.some((before) => isReadOf(before, read) && !isShown(before.answer?.json, sent)) &&
        !own.some((one) => one.operation === operation && isOfOne(one, read) && isShown(one.sent, sent)),
    );
    const made = { kind: 'random', digit: 0, by: 1 } as const;
    const look = { uuid, ok: false, status: answer.status, body: answer.json };
    return [[[{ made, uuid, before: null, update: look, after: null, hitAnother }], null]];
  });
}

/** Whether the last request for a profile's record that says whether it exists says that it does not. */
function isOfNoProfile(uuid: string, earlier: readonly ExchangeSeen[]): boolean {
  const last = earlier.findLast(
    (one) =>
      isSameUuid(uuidIn(one), uuid) &&
      (one.operation === 'getSenderProfile' ||
        (one.operation === 'deleteSenderProfile' && one.answer?.ok === true)),
  );
  return last !== undefined && (last.operation === 'deleteSenderProfile' || last.came.effect === 'never');
}

function showsAnother(look: ExchangeSeen, uuid: string, sent: JsonObject): boolean {
  const { operation, answer } = look;
  return (
    operation === 'getSenderProfile' &&
    answer?.ok === true &&
    !isSameUuid(uuidIn(look), uuid) &&
    isShown(answer.json, sent)
  );
}

function isReadOf(one: ExchangeSeen, other: ExchangeSeen): boolean {
  return one.operation === 'getSenderProfile' && one.answer?.ok === true && isOfOne(one, other);
}

function isOfOne(one: ExchangeSeen, other: ExchangeSeen): boolean {
  return isSameUuid(uuidIn(one), uuidIn(other) ?? '');
}

/** Whether all that was sent is shown. */
function isShown(shown: unknown, sent: JsonObject): boolean {
  return isRecord(shown) && Object.entries(sent).every(([field, value]) => shown[field] === value);
}
