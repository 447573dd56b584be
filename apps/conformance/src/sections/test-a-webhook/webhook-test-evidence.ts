/** Extracts webhook tests with missing fields from any exchanges for the rules to judge. */
import { classOf } from '@outreach-api/model/records/answer-class';
import { hasKey, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { PartialTestSeen } from '../../rules/breaches/test-a-webhook.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { isUuid } from '@outreach-api/model/records/uuid';
import { fields, isUuidAlone, type PartialTestsSeen } from './tests-seen.ts';

/** Each test that lacks a required field. */
export function partialTestsIn(
  exchanges: readonly ExchangeSeen[],
): readonly (readonly [PartialTestsSeen, unknown])[] {
  const partial = exchanges.flatMap((exchange) => partialTestIn(exchange) ?? []);
  return partial.length === 0 ? [] : [[{ partial, control: true }, null]];
}

function partialTestIn(exchange: ExchangeSeen): PartialTestSeen | null {
  const { operation, sent, answer, caller } = exchange;
  if (operation !== 'testWebhook' || !hasKey(exchange) || !isRecord(sent) || answer === null) return null;
  const lacks = fields.filter((field) => !(field in sent));
  const { uuid, request_method: method } = sent;
  const test = {
    lacks,
    uuid: 'uuid' in sent ? 'fresh' : 'none',
    request_method: typeof method === 'string' ? method : 'POST',
  } as const;
  const { status, ok: accepted } = answer;
  // Another key may have become invalid, whatever status says so: that does not concern the body.
  const isOfBody = accepted || (caller.kind === 'main key' && classOf(answer).concerns === 'the request');
  if (lacks.length === 0 || (isUuidAlone(test) && !isOfBody)) return null;
  if (isUuidAlone(test) && (!isUuid(uuid) || Object.keys(sent).length > 1)) return null;
  return { test, accepted, status, uuid: null, url: null, calls: 0, waitedMs: 0 };
}
