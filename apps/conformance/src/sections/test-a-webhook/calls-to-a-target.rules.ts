/** The rules for the section Test a webhook: the call to the target, and how its response is returned. */
import type { WebhookTestBreaches as Breaches } from '../../rules/breaches/test-a-webhook.ts';
import { every, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import {
  addressBreaches,
  answering,
  calledTwice,
  emptied,
  isOther,
  onEach,
  onTried,
  toOtherAddress,
  recalled,
  refused,
  refusedForItsSuccess,
  uncalled,
} from './changed-tests.ts';
import {
  holdsAnothersResponse,
  holdsTheResponse,
  isRefusedForItsSuccess,
  isSlow,
  keepsAddress,
  named,
  refusedPosts,
  wasAnswered,
  wasPerhapsGivenUp,
} from './webhook-tests.ts';
import type { ReceivedCall } from '@outreach-api/wire/received-call';
import { succeeds, type TestAttempt, type TestBatchSeen } from './tests-seen.ts';

const { broken, holds, same, shownBy } = judging<Breaches>();

const otherMethods = ['GET', 'PUT', 'PATCH', 'DELETE'] as const;
const aCall: ReceivedCall = { method: 'POST', path: '/', bodyLength: 2, hasData: false, hungUp: false };
/** Address columns hold more than this, or as much as needed. */
const longAddress = 200;
const withBody: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** TEST-02: a test with the full configuration makes the service call `target_url`, path and query kept. */
export const fullTestCallsTheTarget: RuleDefinition<Breaches, TestBatchSeen> = {
  id: 'TEST-02',
  judge: ({ attempts }) => {
    const mustCall = new Set([...attempts.filter(({ accepted }) => accepted), ...refusedPosts(attempts)]);
    return ofEach(attempts, (attempt) => {
      const { answer, calls, sent } = attempt;
      const test = named(attempt);
      return [
        ...calls.map(({ path: called }) =>
          holds(keepsAddress(attempt, called), 'another-address-called', { test, path: sent.path, called }),
        ),
        holds(calls.length > 0 || !mustCall.has(attempt), 'nothing-called', {
          test,
          path: sent.path,
          status: answer.status,
        }),
        holds(attempt.isAcceptedAt === undefined, 'test-refused-for-its-address', {
          test,
          path: sent.path,
          plain: attempt.isAcceptedAt ?? '',
          status: answer.status,
        }),
      ];
    });
  },
  breaches: {
    'nothing is called': onEach(uncalled),
    'an address with escapes is refused': onTried(
      () => ({ ...refused(), isAcceptedAt: '/plain' }),
      ({ sent }) => sent.path.includes('%'),
    ),
    'only POST is called': onEach(uncalled, isOther),
    'nothing is called without a uuid': onEach(
      uncalled,
      (attempt) => !isOther(attempt) && attempt.uuid === 'none',
    ),
    'nothing is called for a test that was made before': onEach(uncalled, ({ repeats }) => repeats),
    'nothing is called for a GET that was made before': onTried(
      uncalled,
      ({ accepted, method, repeats, twice }) =>
        method === 'GET' && (repeats || (twice === true && !accepted)),
    ),
    'a long address is cut': onTried(
      toOtherAddress((path) => path.slice(0, longAddress)),
      ({ sent }) => sent.path.length > longAddress,
    ),
    ...addressBreaches,
  },
};

/** TEST-03: the call uses `request_method`; POST is always accepted, and of the others at least one. */
export const callUsesTheMethod: RuleDefinition<Breaches, TestBatchSeen> = {
  id: 'TEST-03',
  judge: ({ attempts }) => {
    const answered = attempts.filter(succeeds);
    const others = otherMethods.flatMap((name) => answered.find(({ method }) => method === name) ?? []);
    const oneMustBeAccepted =
      attempts.some((attempt) => !isOther(attempt) && attempt.accepted) &&
      others.filter(({ uuid, event }) => uuid === 'none' && event === 'named').length === otherMethods.length;
    return every([
      ofEach(attempts, (attempt) =>
        attempt.calls.map(({ method }) =>
          same('another-method-called', { test: named(attempt) }, method, attempt.method),
        ),
      ),
      ofEach(refusedPosts(attempts).slice(0, 1), ({ answer: { status } }) => [
        broken('post-test-refused', { status }),
      ]),
      holds(!oneMustBeAccepted || others.some(({ accepted }) => accepted), 'all-other-methods-refused', {
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
    'POST is refused': onEach(refused, (attempt) => !isOther(attempt)),
    'no other method is taken': onEach(refused, isOther),
  },
};

/** TEST-04: the target's response is returned: the answer contains its status or its body. */
export const responseIsReturned: RuleDefinition<Breaches, TestBatchSeen> = {
  id: 'TEST-04',
  demandsAnswer: { operations: ['testWebhook'] },
  judge: ({ attempts }) =>
    ofEach(attempts, (attempt) => {
      const { answer, reply, sent, status } = attempt;
      const test = named(attempt);
      return [
        holds(
          holdsTheResponse(attempt) || !(wasAnswered(attempt) || holdsAnothersResponse(attempt, attempts)),
          'response-not-returned',
          {
            test,
            marker: sent.marker,
            target: status,
            status: answer.status,
            text: answer.text,
          },
        ),
        holds(!isRefusedForItsSuccess(attempt), 'test-refused-for-a-success', {
          test,
          target: status,
          body: reply?.body ?? 'json',
          status: answer.status,
        }),
      ];
    }),
  breaches: {
    'the answer only says that it was done': onEach(answering(() => '{"ok":true}')),
    'the answer always says 200': onEach(answering(() => '{"status":200,"body":""}')),
    'the request is returned instead': onEach(
      answering(({ method, sent }) => JSON.stringify({ request_method: method, target_url: sent.url })),
    ),
    'the answer of another test is returned': (seen) => {
      const answers = seen.attempts.filter(wasAnswered).map(({ answer }) => answer);
      const others = [...answers.slice(1), ...answers.slice(0, 1)];
      return onEach(({ answer }) => ({ answer: others.shift() ?? answer }), wasAnswered)(seen);
    },
    'only POST returns it': onEach(
      answering(() => ''),
      isOther,
    ),
    'a test is refused where the target answers in another form than JSON': onEach(
      refusedForItsSuccess,
      ({ reply }) => !['json', 'error', 'null', 'none', undefined].includes(reply?.body),
    ),
    'a test is refused where the target answers with nothing': onEach(
      refusedForItsSuccess,
      ({ reply }) => reply?.body === 'none',
    ),
    'a test is refused where the target answers with an unusual success': onEach(
      refusedForItsSuccess,
      (attempt) => succeeds(attempt) && attempt.status > 204,
    ),
  },
};

/** TEST-08: a call whose method carries a body carries a payload. */
export const callCarriesAPayload: RuleDefinition<Breaches, TestBatchSeen> = {
  id: 'TEST-08',
  judge: ({ attempts }) =>
    ofEach(attempts, (attempt) =>
      attempt.calls
        .filter(({ method }) => method === attempt.method && withBody.includes(method))
        .map(({ bodyLength: bytes, hasData }) =>
          holds(hasData, 'call-without-payload', { test: named(attempt), bytes }),
        ),
    ),
  breaches: {
    'the call carries nothing': onEach(emptied),
    'nothing is carried where the test has no uuid': onEach(emptied, ({ uuid }) => uuid === 'none'),
    'nothing is carried where the test has a uuid': onEach(emptied, ({ uuid }) => uuid !== 'none'),
  },
};

/** TEST-09: a target that answers with success is called once per test. How often one that fails is called is open. */
export const targetIsCalledOnce: RuleDefinition<Breaches, TestBatchSeen> = {
  id: 'TEST-09',
  judge: ({ attempts, late }) =>
    every([
      ofEach(attempts, (attempt) => {
        const calls = attempt.calls.length;
        const mayBeMore = !succeeds(attempt) || wasPerhapsGivenUp(attempt);
        return [holds(calls <= 1 || mayBeMore, 'called-again', { test: named(attempt), calls })];
      }),
      holds(late.length === 0, 'called-later', {
        calls: late.map(({ method, path }) => ({ method, path })),
      }),
    ]),
  breaches: {
    'called twice': onEach(calledTwice),
    'called twice with another method than POST': onEach(calledTwice, isOther),
    'called again where it answers slowly': onEach(
      calledTwice,
      (attempt) => isSlow(attempt) && holdsTheResponse(attempt),
    ),
    'called again where it answers 204': onEach(calledTwice, ({ status }) => status === 204),
    'called again where it answers 202': onTried(calledTwice, ({ status }) => status === 202),
    'called again where it answers at length': onTried(
      calledTwice,
      ({ reply }) => reply?.body === 'long text',
    ),
    'called again later': (seen) => (seen.earlier.length === 0 ? undefined : { ...seen, late: [aCall] }),
  },
};

/** Judgements on each test, which show the request that sent it. */
function ofEach(
  attempts: readonly TestAttempt[],
  judge: (attempt: TestAttempt) => readonly Judgement<Breaches>[],
): Judgement<Breaches> {
  return every(
    attempts.flatMap((attempt) =>
      judge(attempt).map((judgement) => shownBy(judgement, { seen: [attempt.sent.url] })),
    ),
  );
}
