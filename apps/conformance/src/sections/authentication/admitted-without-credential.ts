/** Extracts requests without a credential that were answered with what they asked for, from any exchanges. */
import { noCredential } from '@outreach-api/model/records/credential';
import { uuidIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { isRecord } from '@outreach-api/model/records/is-record';
import { pageIn } from '@outreach-api/model/records/page';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import type { TrespassSeen } from './trespass.ts';

/**
 * Each answer to a request without a credential that shows what only a key may see. A success that shows nothing may be
 * a gateway's, such as a page to log in.
 */
export function admittedWithoutCredential(
  exchanges: readonly ExchangeSeen[],
): readonly (readonly [TrespassSeen, null])[] {
  return exchanges.flatMap((exchange) => {
    const { caller, operation, answer } = exchange;
    if (operation === null || answer === null || caller.name !== noCredential.name) return [];
    if (answer.ok && !showsWhatWasAskedFor(exchange)) return [];
    const attempt = { intruder: caller.name, kind: 'no credential', effect: null, disclosed: null } as const;
    const attempts = [{ ...attempt, accepted: answer.ok, status: answer.status }];
    return [[{ operation, attempts }, null]];
  });
}

/** Whether an answer shows the record, the page or the key that was asked for. */
export function showsWhatWasAskedFor(exchange: ExchangeSeen): boolean {
  const json = exchange.answer?.json;
  if (exchange.operation === 'listWebhooks') return pageIn(json) !== undefined;
  if (exchange.operation === 'createApiKey') return exchange.key?.token != null;
  return isRecord(json) && 'created_at' in json && isSameUuid(json['uuid'], uuidIn(exchange) ?? '');
}
