/** Extracts webhook tests with missing fields from any exchanges for the rules to judge. */
import { classOf } from '../../records/answer-class.ts';
import type { PartialTest, RequiredField } from '../../records/breaches/test-a-webhook.ts';
import { hasKey, type ExchangeSeen } from '../../records/exchange-seen.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import { isUuid } from '../../records/uuid.ts';
import type { PartialTestSeen, LoneUuid, LoneUuidSeen } from './tests-seen.ts';

const required: readonly RequiredField[] = ['event', 'request_method', 'target_url'];

/** Each test with a lone uuid. */
export function loneUuidsIn(
  exchanges: readonly ExchangeSeen[],
): readonly (readonly [LoneUuidSeen, LoneUuid])[] {
  return testsIn(exchanges).flatMap(({ sent, status, ok, byMainKey }) => {
    const { uuid } = sent;
    if (!isUuid(uuid) || Object.keys(sent).length > 1) return [];
    // Another key may have become invalid, whatever status says so: then the refusal does not concern the body.
    if (!ok && (!byMainKey || classOf({ status }).concerns !== 'the request')) return [];
    const seen = { exists: false, status, fullTestTaken: true };
    return [[seen, { exists: false, uuid, letters: 'as listed' }]];
  });
}

/** Each test that lacks a required field. */
export function partialTestsIn(
  exchanges: readonly ExchangeSeen[],
): readonly (readonly [PartialTestSeen, PartialTest])[] {
  return testsIn(exchanges).flatMap(({ sent, status, ok }) => {
    const lacks = required.filter((field) => !(field in sent));
    if (lacks.length === 0) return [];
    const seen: PartialTestSeen = { accepted: ok, status, calls: 0, fullTestTaken: true };
    const method = sent['request_method'];
    const given: PartialTest = {
      lacks,
      uuid: 'uuid' in sent ? 'fresh' : 'none',
      request_method: typeof method === 'string' ? method : 'POST',
      waitMs: 0,
    };
    return [[seen, given]];
  });
}

interface TestSent {
  readonly sent: JsonObject;
  readonly status: number;
  readonly ok: boolean;
  readonly byMainKey: boolean;
}

function testsIn(exchanges: readonly ExchangeSeen[]): readonly TestSent[] {
  return exchanges
    .filter((exchange) => exchange.operation === 'testWebhook' && hasKey(exchange))
    .flatMap(({ sent, answer, caller }) => {
      if (!isRecord(sent) || answer === null) return [];
      return [{ sent, status: answer.status, ok: answer.ok, byMainKey: caller.kind === 'main key' }];
    });
}
