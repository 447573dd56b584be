/** Extracts what is disclosed to another account, from any exchanges. */
import { hasOurKey, uuidIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { isRecord } from '@outreach-api/model/records/is-record';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import { showsWhatWasAskedFor } from './admitted-without-credential.ts';
import { disclosedIn } from './disclosed-in.ts';
import { keyOfAnother } from './intruders.ts';
import type { TrespassSeen } from './trespass.ts';

/**
 * What each answer to a key of another account discloses of a sender profile that our key is shown, for whatever purpose
 * it was asked: whoever may not read it may not do so later either.
 */
export function disclosedToAnotherAccount(
  exchanges: readonly ExchangeSeen[],
): readonly (readonly [TrespassSeen, null])[] {
  const own = exchanges.filter((exchange) => hasOurKey(exchange) && showsAProfile(exchange));
  return exchanges.flatMap(({ caller, operation, path, answer }) => {
    if (operation === null || answer === null || caller.name !== keyOfAnother) return [];
    const uuid = uuidIn({ path }) ?? '';
    const ours = own.findLast((exchange) => isSameUuid(uuidIn(exchange), uuid))?.answer?.json;
    if (!isRecord(ours)) return [];
    const disclosed = disclosedIn(JSON.stringify(answer.json) ?? '', ours);
    const attempt = { intruder: keyOfAnother, kind: 'other account', effect: null, disclosed } as const;
    return [[{ operation, attempts: [{ ...attempt, accepted: answer.ok, status: answer.status }] }, null]];
  });
}

function showsAProfile(exchange: ExchangeSeen): boolean {
  return exchange.operation === 'getSenderProfile' && showsWhatWasAskedFor(exchange);
}
