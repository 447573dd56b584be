/** Extracts requests that were answered with what only others may see, from any exchanges. */
import { noCredential } from '@outreach-api/model/records/credential';
import { hasOurKey, uuidIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { isRecord } from '@outreach-api/model/records/is-record';
import { pageIn } from '@outreach-api/model/records/page';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import { disclosedIn } from './disclosed-in.ts';
import { keyOfAnother } from './intruders.ts';
import type { TrespassSeen } from './trespass.ts';

type Trespasses = readonly (readonly [TrespassSeen, null])[];

/**
 * Each answer to a request without a credential that shows what only a key may see. A success that shows nothing may be
 * a gateway's, such as a page to log in.
 */
export function admittedWithoutCredential(exchanges: readonly ExchangeSeen[]): Trespasses {
  return exchanges.flatMap((exchange) => {
    const { caller, operation, answer } = exchange;
    if (operation === null || answer === null || caller.name !== noCredential.name) return [];
    if (answer.ok && !showsWhatWasAskedFor(exchange)) return [];
    const attempt = { intruder: caller.name, kind: 'no credential', effect: null, disclosed: null } as const;
    const attempts = [{ ...attempt, accepted: answer.ok, status: answer.status }];
    return [[{ operation, attempts }, null]];
  });
}

/**
 * What each answer to a key of another account discloses of a sender profile that our key is shown, for whatever purpose
 * it was asked: whoever may not read it may not do so later either.
 */
export function disclosedToAnotherAccount(exchanges: readonly ExchangeSeen[]): Trespasses {
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

function showsWhatWasAskedFor(exchange: ExchangeSeen): boolean {
  const json = exchange.answer?.json;
  if (exchange.operation === 'listWebhooks') return pageIn(json) !== undefined;
  if (exchange.operation === 'createApiKey') return exchange.key?.token != null;
  return isRecord(json) && 'created_at' in json && isSameUuid(json['uuid'], uuidIn(exchange) ?? '');
}
