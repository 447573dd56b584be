/** The rules for the section Test a webhook: what its body must hold, and that a test stores nothing. */
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type {
  PartialTest,
  PartialTestSeen,
  RequiredField,
  WebhookTestBreaches as Breaches,
} from '../../rules/breaches/test-a-webhook.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import { isOther, onEach, refused, uncalled } from './changed-tests.ts';
import { testedListBreaches, testStoresNothing } from './tested-list.ts';
import { partialTestsIn } from './webhook-test-evidence.ts';
import { named, postWith } from './webhook-tests.ts';
import {
  fields,
  isUuidAlone,
  patientMs,
  type PartialTestsSeen,
  type TestAttempt,
  type TestBatchSeen,
} from './tests-seen.ts';

const { holds, shownBy } = judging<Breaches>();

const asAccepted = { accepted: true, status: 200 };

/** TEST-01: a test with only `uuid` answers 422, whether or not that webhook exists. */
export const uuidAloneAnswers422: RuleDefinition<Breaches, PartialTestsSeen> = {
  id: 'TEST-01',
  demandsAnswer: { operations: ['testWebhook'] },
  judge: ({ partial }) =>
    every(
      partial
        .filter(({ test }) => isUuidAlone(test))
        .map(({ status, test: { uuid, by } }) =>
          shownBy(
            holds(status === 422, 'lone-uuid-not-422', {
              exists: isOfWebhook(uuid),
              by: by ?? null,
              of:
                uuid === 'profile'
                  ? 'a sender profile'
                  : `${uuid === 'deleted' ? 'a deleted' : 'no'} webhook`,
              status,
            }),
            { operations: ['testWebhook'], statuses: [status] },
          ),
        ),
    ),
  evidence: partialTestsIn,
  breaches: {
    'answers 400': onPartial(isUuidAlone, { status: 400 }),
    'answers 404 where there is no such webhook': onPartial(
      (test) => isUuidAlone(test) && !isOfWebhook(test.uuid),
      { status: 404 },
    ),
    'tests the webhook where it exists': onPartial(isAloneOfKnown, { status: 200 }),
  },
};

/** TEST-05: each of the three fields is required: a body that lacks one is refused and nothing is called. */
export const eachFieldIsRequired: RuleDefinition<Breaches, PartialTestsSeen> = {
  id: 'TEST-05',
  demandsAnswer: { operations: ['testWebhook'] },
  judge: ({ partial }) =>
    every(
      partial.flatMap(({ test: sent, accepted, status, calls }) => {
        const test = { ...sent, isUuidAlone: isUuidAlone(sent) };
        const isCalled = holds(calls === 0, 'partial-test-called', { test, status });
        // How a lone uuid is handled if it is accepted is TEST-01's concern.
        if (test.isUuidAlone) return accepted ? [] : [isCalled];
        return [holds(!accepted, 'partial-test-accepted', { test, status }), isCalled];
      }),
    ),
  evidence: partialTestsIn,
  breaches: {
    'event is not required': onPartial(isPost(['event'], 'none'), asAccepted),
    'request_method is not required': onPartial(isPost(['request_method'], 'none'), asAccepted),
    'target_url is not required': onPartial(isPost(['target_url'], 'none'), asAccepted),
    'event is not required with a uuid': onPartial(isPost(['event'], 'fresh'), asAccepted),
    'request_method is not required with a uuid': onPartial(isPost(['request_method'], 'fresh'), asAccepted),
    'what lacks is taken from the webhook': onPartial(isPost(['target_url'], 'known'), asAccepted),
    'an empty body is taken': onPartial(isPost(fields, 'none'), asAccepted),
    'it is refused, and called all the same': onPartial(hasTarget, { calls: 1 }),
    'it is refused, and called a while later': onPartial(
      (test, { waitedMs }) => hasTarget(test) && waitedMs >= patientMs,
      { calls: 1 },
    ),
    'a uuid alone is refused, and its webhook is called': onPartial(isAloneOfKnown, {
      accepted: false,
      calls: 1,
    }),
  },
};

/** TEST-06: `uuid` is optional: the test works without it and with it. */
export const uuidIsOptional: RuleDefinition<Breaches, TestBatchSeen> = {
  id: 'TEST-06',
  judge: ({ attempts }) => {
    const bare = postWith(attempts, 'none');
    const full = postWith(attempts, 'known');
    if (bare === undefined || full === undefined || !(bare.accepted || full.accepted)) return held;
    if (full.mayBeRefusedForItsTarget === true) return held;
    return every([
      isAcceptedAs(full, bare),
      isAcceptedAs(bare, full),
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
    'uuid is required': onEach(refused, isPostWith('none')),
    'uuid is refused': onEach(refused, isPostWith('known')),
    'with a uuid nothing is called': onEach(uncalled, isPostWith('known')),
  },
};

/** TEST-07: a test stores nothing: the list is the same before and after. */
export const testLeavesTheListAsItWas: RuleDefinition<Breaches, TestBatchSeen> = {
  id: 'TEST-07',
  judge: testStoresNothing,
  breaches: testedListBreaches,
};

function isAcceptedAs(other: TestAttempt, one: TestAttempt): Judgement<Breaches> {
  const judgement = holds(one.accepted, 'test-refused-for-its-uuid', {
    test: named(one),
    like: named(other),
    status: one.answer.status,
  });
  return shownBy(judgement, { seen: [one.sent.url] });
}

function isPostWith(uuid: TestAttempt['uuid']) {
  return (attempt: TestAttempt): boolean => !isOther(attempt) && attempt.uuid === uuid;
}

/** What a target would have shown that handles some partial tests otherwise, though it accepts complete ones. */
function onPartial(
  where: (test: PartialTest, seen: PartialTestSeen) => boolean,
  change: Partial<PartialTestSeen>,
): (seen: PartialTestsSeen) => PartialTestsSeen | undefined {
  return (seen) =>
    seen.control === true
      ? {
          ...seen,
          partial: seen.partial.map((one) => (where(one.test, one) ? { ...one, ...change } : one)),
        }
      : undefined;
}

function isPost(lacks: readonly RequiredField[], uuid: PartialTest['uuid']) {
  return (test: PartialTest): boolean =>
    test.request_method === 'POST' && test.uuid === uuid && test.lacks.join() === lacks.join();
}

function isOfWebhook(uuid: PartialTest['uuid']): boolean {
  return uuid === 'known' || uuid === 'of another method';
}

function isAloneOfKnown(test: PartialTest): boolean {
  return isUuidAlone(test) && test.uuid === 'known';
}

function hasTarget({ lacks }: PartialTest): boolean {
  return !lacks.includes('target_url');
}
