/** The rules for the section Test a webhook: the call to the target, and how its response is returned. */
import { broken, every, held, holds, same, shownBy, type Judgement } from '../../records/judgement.ts';
import type { RuleDefinition } from '../../records/rule.ts';
import {
  addressBreaches,
  answering,
  calledTwice,
  cutAt,
  empty,
  onEach,
  onOthers,
  onPost,
  onTried,
  recalled,
  refused,
  refusedForItsSuccess,
  uncalled,
} from './changed-tests.ts';
import {
  callsOf,
  holdsTheResponse,
  isRefusedForItsSuccess,
  isPost,
  isSlow,
  isTaken,
  keepsAddress,
  named,
  refusedPosts,
  wasAnswered,
  wasPerhapsGivenUp,
} from './webhook-tests.ts';
import type { ReceivedCall } from '../../records/received-call.ts';
import { succeeds, type TestAttempt, type TestBatchSeen } from './tests-seen.ts';

const otherMethods = ['GET', 'PUT', 'PATCH', 'DELETE'] as const;
const aCall: ReceivedCall = { method: 'POST', path: '/', bodyLength: 2, hasData: false, hungUp: false };
/** Address columns hold more than this, or as much as needed. */
const longAddress = 200;
const withBody: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** TEST-02: a test with the full configuration makes the service call `target_url`, path and query kept. */
export const fullTestCallsTheTarget: RuleDefinition<TestBatchSeen> = {
  id: 'TEST-02',
  judge: ({ attempts }) =>
    every([
      ...callsOf(attempts).map(({ attempt, call: { path } }) =>
        about(
          attempt,
          holds(keepsAddress(attempt, path), 'another-address-called', {
            test: named(attempt),
            path: attempt.sent.path,
            called: path,
          }),
        ),
      ),
      ...[...attempts.filter(isTaken), ...refusedPosts(attempts)].map((attempt) =>
        about(
          attempt,
          holds(attempt.calls.length > 0, 'nothing-called', {
            test: named(attempt),
            path: attempt.sent.path,
            status: attempt.answer.status,
          }),
        ),
      ),
    ]),
  breaches: {
    'nothing is called': onEach(uncalled),
    'only POST is called': onOthers(uncalled),
    'nothing is called without a uuid': onPost('none', uncalled),
    'nothing is called for a test that was made before': onEach((attempt) =>
      attempt.repeats ? uncalled(attempt) : undefined,
    ),
    'nothing is called for a GET that was made before': onTried(
      ({ accepted, method, repeats, twice }) =>
        method === 'GET' && (repeats || (twice === true && !accepted)),
      uncalled,
    ),
    'a long address is cut': onTried(({ sent }) => sent.path.length > longAddress, cutAt(longAddress)),
    ...addressBreaches,
  },
};

/** TEST-03: the call uses `request_method`; POST is always accepted, and of the others at least one. */
export const callUsesTheMethod: RuleDefinition<TestBatchSeen> = {
  id: 'TEST-03',
  judge: ({ attempts }) => {
    const [refusedPost] = refusedPosts(attempts);
    const answered = attempts.filter(succeeds);
    const others = otherMethods.flatMap((name) => answered.find(({ method }) => method === name) ?? []);
    const oneMustBeTaken =
      attempts.some((attempt) => isPost(attempt) && attempt.accepted) &&
      others.filter(({ uuid, event }) => uuid === 'none' && event === 'named').length === otherMethods.length;
    return every([
      ...callsOf(attempts).map(({ attempt, call }) =>
        about(attempt, same('another-method-called', { test: named(attempt) }, call.method, attempt.method)),
      ),
      refusedPost === undefined
        ? held
        : about(refusedPost, broken('post-test-refused', { status: refusedPost.answer.status })),
      holds(!oneMustBeTaken || others.some(isTaken), 'all-other-methods-refused', {
        methods: otherMethods,
        statuses: others.map(({ answer }) => answer.status),
      }),
    ]);
  },
  breaches: {
    'the call is always POST': recalled(() => 'POST'),
    'POST goes out as GET': recalled((method) => (method === 'POST' ? 'GET' : method)),
    'the method is written in lower case': recalled((method) => method.toLowerCase()),
    'POST alone is written in lower case': recalled((method) => (method === 'POST' ? 'post' : method)),
    'POST is refused': onEach((attempt) => (isPost(attempt) ? refused(attempt) : undefined)),
    'no other method is taken': onOthers(refused),
  },
};

/** TEST-04: the target's response is returned: the answer contains its status or its body. */
export const responseIsReturned: RuleDefinition<TestBatchSeen> = {
  id: 'TEST-04',
  demandsAnswer: { operations: ['testWebhook'] },
  judge: ({ attempts }) =>
    every([
      ...attempts.filter(wasAnswered).map((attempt) => {
        const { answer, status, sent } = attempt;
        return about(
          attempt,
          holds(holdsTheResponse(attempt), 'response-not-returned', {
            test: named(attempt),
            marker: sent.marker,
            target: status,
            status: answer.status,
            text: answer.text,
          }),
        );
      }),
      ...attempts.filter(isRefusedForItsSuccess).map((attempt) =>
        about(
          attempt,
          broken('test-refused-for-a-success', {
            test: named(attempt),
            target: attempt.status,
            body: attempt.manner?.body ?? 'json',
            status: attempt.answer.status,
          }),
        ),
      ),
    ]),
  breaches: {
    'the answer only says that it was done': onEach(answering(() => '{"ok":true}')),
    'the answer always says 200': onEach(answering(() => '{"status":200,"body":""}')),
    'the request is returned instead': onEach(
      answering(({ method, sent }) => JSON.stringify({ request_method: method, target_url: sent.url })),
    ),
    'the answer of another test is returned': (seen) => {
      const answers = seen.attempts.filter(wasAnswered).map(({ answer }) => answer);
      const others = [...answers.slice(1), ...answers.slice(0, 1)];
      return onEach((one) =>
        wasAnswered(one) ? { ...one, answer: others.shift() ?? one.answer } : undefined,
      )(seen);
    },
    'only POST returns it': onOthers(answering(() => '')),
    'a test is refused where the target answers in another form than JSON': onEach((attempt) =>
      ['json', 'none', undefined].includes(attempt.manner?.body) ? undefined : refusedForItsSuccess(attempt),
    ),
    'a test is refused where the target answers with an unusual success': onEach((attempt) =>
      succeeds(attempt) && attempt.status > 204 ? refusedForItsSuccess(attempt) : undefined,
    ),
  },
};

/** TEST-08: a call whose method carries a body carries a payload. */
export const callCarriesAPayload: RuleDefinition<TestBatchSeen> = {
  id: 'TEST-08',
  judge: ({ attempts }) =>
    every(
      callsOf(attempts)
        .filter(({ attempt, call }) => call.method === attempt.method && withBody.includes(call.method))
        .map(({ attempt, call: { bodyLength, hasData } }) =>
          about(attempt, holds(hasData, 'call-without-payload', { test: named(attempt), bytes: bodyLength })),
        ),
    ),
  breaches: {
    'the call carries nothing': empty(),
    'nothing is carried where the test has no uuid': empty(({ uuid }) => uuid === 'none'),
    'nothing is carried where the test has a uuid': empty(({ uuid }) => uuid !== 'none'),
  },
};

/** TEST-09: a target that answers with success is called once per test. How often one that fails is called is open. */
export const targetIsCalledOnce: RuleDefinition<TestBatchSeen> = {
  id: 'TEST-09',
  judge: ({ attempts, late }) =>
    every([
      ...attempts
        .filter((attempt) => succeeds(attempt) && !wasPerhapsGivenUp(attempt))
        .map((attempt) =>
          about(
            attempt,
            holds(attempt.calls.length <= 1, 'called-again', {
              test: named(attempt),
              calls: attempt.calls.length,
            }),
          ),
        ),
      holds(late.length === 0, 'called-later', {
        calls: late.map(({ method, path }) => ({ method, path })),
      }),
    ]),
  breaches: {
    'called twice': onEach(calledTwice),
    'called twice with another method than POST': onOthers(calledTwice),
    'called again where it answers slowly': onEach((attempt) =>
      isSlow(attempt) && holdsTheResponse(attempt) ? calledTwice(attempt) : undefined,
    ),
    'called again where it answers 204': onEach((attempt) =>
      attempt.status === 204 ? calledTwice(attempt) : undefined,
    ),
    'called again later': (seen) => (seen.earlier.length === 0 ? undefined : { ...seen, late: [aCall] }),
  },
};

/** A judgement on one test: it shows the request that sent the test. */
function about({ sent }: TestAttempt, judgement: Judgement): Judgement {
  return shownBy(judgement, { seen: [sent.url] });
}
