/** The rules for the section Test a webhook: what its body must hold, and that a test stores nothing. */
import { every, held, holds, shownBy, type Judgement } from '../../records/judgement.ts';
import type { PartialTest, RequiredField } from '../../records/breaches/test-a-webhook.ts';
import type { RuleDefinition } from '../../records/rule.ts';
import { onPost, refused, uncalled } from './changed-tests.ts';
import { testedListBreaches, testStoresNothing } from './tested-list.ts';
import { loneUuidsIn, partialTestsIn } from './webhook-test-evidence.ts';
import { named, postWith } from './webhook-tests.ts';
import {
  type TestBatchSeen,
  isUuidAlone,
  patientMs,
  type PartialTestSeen,
  type LoneUuidSeen,
  type LoneUuid,
} from './tests-seen.ts';
import type { TestAttempt } from './tests-seen.ts';

/** TEST-01: a test with only `uuid` answers 422, whether or not that webhook exists. */
export const uuidAloneAnswers422: RuleDefinition<LoneUuidSeen, LoneUuid> = {
  id: 'TEST-01',
  demandsAnswer: { operations: ['testWebhook'] },
  judge: ({ status }, { exists, by, of = 'no webhook' }) => {
    return shownBy(holds(status === 422, 'lone-uuid-not-422', { exists, by: by ?? null, of, status }), {
      operations: ['testWebhook'],
      statuses: [status],
    });
  },
  evidence: loneUuidsIn,
  breaches: {
    'answers 400': (seen) => answered(seen, 400),
    'answers 404 where there is no such webhook': (seen) => (seen.exists ? undefined : answered(seen, 404)),
    'tests the webhook where it exists': (seen) => (seen.exists ? answered(seen, 200) : undefined),
  },
};

/** TEST-05: each of the three fields is required: a body that lacks one is refused and nothing is called. */
export const eachFieldIsRequired: RuleDefinition<PartialTestSeen, PartialTest> = {
  id: 'TEST-05',
  demandsAnswer: { operations: ['testWebhook'] },
  judge: ({ accepted, status, calls }, given) => {
    const test = { ...given, isUuidAlone: isUuidAlone(given) };
    const isCalled = holds(calls === 0, 'partial-test-called', { test, status });
    // How a lone uuid is handled if it is accepted is TEST-01's concern.
    if (isUuidAlone(given)) return accepted ? held : isCalled;
    return every([holds(!accepted, 'partial-test-accepted', { test, status }), isCalled]);
  },
  evidence: partialTestsIn,
  breaches: {
    'event is not required': without('event', 'none'),
    'request_method is not required': without('request_method', 'none'),
    'target_url is not required': without('target_url', 'none'),
    'event is not required with a uuid': without('event', 'fresh'),
    'request_method is not required with a uuid': without('request_method', 'fresh'),
    'what lacks is taken from the webhook': without('target_url', 'known'),
    'an empty body is taken': (seen, given) =>
      given.lacks.length === 3 && given.uuid === 'none' ? taken(seen, given) : undefined,
    'it is refused, and called all the same': (seen, { lacks }) =>
      seen.fullTestTaken && !lacks.includes('target_url') ? { ...seen, calls: 1 } : undefined,
    'it is refused, and called a while later': (seen, { lacks, waitMs }) =>
      waitMs >= patientMs && seen.fullTestTaken && !lacks.includes('target_url')
        ? { ...seen, calls: 1 }
        : undefined,
    'a uuid alone is refused, and its webhook is called': (seen, given) =>
      seen.fullTestTaken && isUuidAlone(given) ? { ...seen, accepted: false, calls: 1 } : undefined,
  },
};

/** TEST-06: `uuid` is optional: the test works without it and with it. */
export const uuidIsOptional: RuleDefinition<TestBatchSeen> = {
  id: 'TEST-06',
  judge: ({ attempts }) => {
    const bare = postWith(attempts, 'none');
    const full = postWith(attempts, 'known');
    if (bare === undefined || full === undefined || !(bare.accepted || full.accepted)) return held;
    return every([
      isTakenAs(full, bare),
      isTakenAs(bare, full),
      shownBy(
        holds(full.calls.length > 0 || bare.calls.length === 0, 'nothing-called-with-uuid', {
          test: named(full),
          like: named(bare),
          status: full.answer.status,
        }),
        { seen: [full.sent.url] },
      ),
    ]);
  },
  breaches: {
    'uuid is required': onPost('none', refused),
    'uuid is refused': onPost('known', refused),
    'with a uuid nothing is called': onPost('known', uncalled),
  },
};

/** TEST-07: a test stores nothing: the list is the same before and after. */
export const testLeavesTheListAsItWas: RuleDefinition<TestBatchSeen> = {
  id: 'TEST-07',
  judge: testStoresNothing,
  breaches: testedListBreaches,
};

function isTakenAs(other: TestAttempt, one: TestAttempt): Judgement {
  const judgement = holds(one.accepted, 'test-refused-for-its-uuid', {
    test: named(one),
    like: named(other),
    status: one.answer.status,
  });
  return shownBy(judgement, { seen: [one.sent.url] });
}

function answered(seen: LoneUuidSeen, status: number): LoneUuidSeen | undefined {
  return seen.fullTestTaken === true ? { ...seen, status } : undefined;
}

function taken(seen: PartialTestSeen, { request_method }: PartialTest): PartialTestSeen | undefined {
  return seen.fullTestTaken && request_method === 'POST'
    ? { ...seen, accepted: true, status: 200 }
    : undefined;
}

function without(field: RequiredField, uuid: PartialTest['uuid']) {
  return (seen: PartialTestSeen, given: PartialTest): PartialTestSeen | undefined =>
    given.lacks.length === 1 && given.lacks[0] === field && given.uuid === uuid
      ? taken(seen, given)
      : undefined;
}
