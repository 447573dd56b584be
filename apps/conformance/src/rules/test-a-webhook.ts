/** The rules of the section Test a webhook. */
import { every, held, holds, same, show } from '../engine/judgement.ts';
import { defineRule } from '../engine/rule.ts';
import {
  answering,
  calledTwice,
  carrying,
  onEach,
  onOthers,
  onPost,
  readdressed,
  recalled,
  refused,
  uncalled,
} from '../experiments/changed-tests.ts';
import { fullTests, type TestBatchSeen } from '../experiments/full-tests.ts';
import {
  partialTest,
  type PartialTest,
  type PartialTestSeen,
  type RequiredField,
} from '../experiments/partial-test.ts';
import { succeeds, type TestAttempt } from '../experiments/test-attempt.ts';
import { testedListBreaches, testStoresNothing } from '../experiments/tested-list.ts';
import { unknownUuidAlone, uuidAlone, type LoneUuidSeen } from '../experiments/uuid-only-test.ts';
import { holdsResponse } from '../records/target-response.ts';

const otherMethods = ['GET', 'PUT', 'PATCH', 'DELETE'] as const;

/** TEST-01: a test with only `uuid` answers 422, whether or not that webhook exists. */
export const uuidAloneAnswers422 = defineRule({
  id: 'TEST-01',
  from: [unknownUuidAlone, uuidAlone],
  judge: ({ exists, status }) =>
    same(`the status of a test with only the uuid of ${exists ? 'a webhook' : 'no webhook'}`, status, 422),
  breaches: {
    'answers 400': (seen) => answered(seen, 400),
    'answers 404 where there is no such webhook': (seen) => (seen.exists ? undefined : answered(seen, 404)),
    'tests the webhook where it exists': (seen) => (seen.exists ? answered(seen, 200) : undefined),
  },
});

/** TEST-02: a test with the full configuration makes the service call `target_url`, path and query kept. */
export const fullTestCallsTheTarget = defineRule({
  id: 'TEST-02',
  from: fullTests,
  judge: ({ attempts }) =>
    every(
      [...attempts.filter(isTaken), ...refusedPosts(attempts)].map((attempt) => {
        const strayed = attempt.calls.find(({ path }) => !keepsAddress(attempt, path));
        const expected = `${named(attempt)} calls ${attempt.sent.path}`;
        if (strayed !== undefined) return holds(false, expected, `called ${strayed.path}`);
        return holds(
          attempt.calls.length > 0,
          expected,
          `answered ${attempt.answer.status}, and nothing was called`,
        );
      }),
    ),
  breaches: {
    'nothing is called': onEach(uncalled),
    'only POST is called': onOthers(uncalled),
    'nothing is called without a uuid': onPost('none', uncalled),
    'the query is dropped': readdressed((path) => path.replace(/\?.*/, '')),
    'the path is written in lower case': readdressed((path) => path.toLowerCase()),
    'the slash at the end of the path is dropped': readdressed((path) => path.replace('/?', '?')),
    'of a repeated name only the last value is kept': readdressed(withoutRepeatedNames),
    'the query is sorted': readdressed(sortedQuery),
    'the address is cut': readdressed((path) => path.slice(0, 80)),
  },
});

/** TEST-03: the call uses `request_method`; POST is always taken, and of the others at least one. */
export const callUsesTheMethod = defineRule({
  id: 'TEST-03',
  from: fullTests,
  judge: ({ attempts }) => {
    const calls = attempts.flatMap((attempt) => attempt.calls.map((call) => ({ attempt, call })));
    const [refusedPost] = refusedPosts(attempts);
    const others = otherMethods.flatMap((name) => attempts.find(({ method }) => method === name) ?? []);
    const oneMustBeTaken =
      attempts.some((attempt) => isPost(attempt) && attempt.accepted) &&
      others.filter(({ uuid, event }) => uuid === 'none' && event === 'named').length === otherMethods.length;
    return every([
      ...calls.map(({ attempt, call }) =>
        same(`the method of the call of ${named(attempt)}`, call.method, attempt.method),
      ),
      holds(
        refusedPost === undefined,
        'a test with POST is taken',
        `refused with ${refusedPost?.answer.status}`,
      ),
      holds(
        !oneMustBeTaken || others.some(isTaken),
        `at least one of ${otherMethods.join(', ')} is taken`,
        `refused with ${others.map(({ answer }) => answer.status).join(', ')}`,
      ),
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
});

/** TEST-04: the target's response is returned: its status or its body can be found in the answer. */
export const responseIsReturned = defineRule({
  id: 'TEST-04',
  from: fullTests,
  judge: ({ attempts }) =>
    every(
      attempts.filter(wasAnswered).map((attempt) => {
        const { answer, status, sent } = attempt;
        return holds(
          holdsResponse(answer, { status, marker: sent.marker }),
          `the answer to ${named(attempt)} holds the target's status ${status} or its body ${show({ received: sent.marker })}`,
          `answered ${answer.status} with ${show(answer.text)}`,
        );
      }),
    ),
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
  },
});

/** TEST-05: each of the three fields is required: a body that lacks one is refused and nothing is called. */
export const eachFieldIsRequired = defineRule({
  id: 'TEST-05',
  from: partialTest,
  judge: ({ accepted, status, calls }, { lacks, uuid }) => {
    const body = `a test without ${lacks.join(', ')}${uuid === 'none' ? '' : ` and with the uuid of ${uuid === 'known' ? 'a' : 'no'} webhook`}`;
    return every([
      holds(!accepted, `${body} is refused`, `taken with ${status}`),
      holds(calls === 0, `${body} calls nothing`, `refused with ${status}, and called all the same`),
    ]);
  },
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
  },
});

/** TEST-06: `uuid` is optional: the test works without it and with it. */
export const uuidIsOptional = defineRule({
  id: 'TEST-06',
  from: fullTests,
  judge: ({ attempts }) => {
    const bare = postWith(attempts, 'none');
    const full = postWith(attempts, 'known');
    if (bare === undefined || full === undefined || !(bare.accepted || full.accepted)) return held;
    const works = 'works as the other does';
    return every([
      holds(bare.accepted, `${named(bare)} ${works}`, `refused with ${bare.answer.status}`),
      holds(full.accepted, `${named(full)} ${works}`, `refused with ${full.answer.status}`),
      holds(
        full.calls.length > 0 || bare.calls.length === 0,
        `${named(full)} ${works}`,
        'nothing was called',
      ),
    ]);
  },
  breaches: {
    'uuid is required': onPost('none', refused),
    'uuid is refused': onPost('known', refused),
    'with a uuid nothing is called': onPost('known', uncalled),
  },
});

/** TEST-07: a test stores nothing: the list is the same before and after. */
export const testLeavesTheListAsItWas = defineRule({
  id: 'TEST-07',
  from: fullTests,
  judge: testStoresNothing,
  breaches: testedListBreaches,
});

/** TEST-08: a call whose method carries a body carries a payload. */
export const callCarriesAPayload = defineRule({
  id: 'TEST-08',
  from: fullTests,
  judge: ({ attempts }) => {
    const calls = attempts.flatMap((attempt) => attempt.calls.map((call) => ({ attempt, call })));
    // Two characters are `{}`, `[]` or `""`: no placeholder data has room in them.
    return every(
      calls
        .filter(
          ({ attempt, call }) =>
            call.method === attempt.method && ['POST', 'PUT', 'PATCH'].includes(call.method),
        )
        .map(({ attempt, call: { bodyLength } }) =>
          holds(
            bodyLength > 2,
            `the call of ${named(attempt)} carries a payload`,
            `${bodyLength} bytes of body`,
          ),
        ),
    );
  },
  breaches: {
    'the call carries nothing': carrying(0),
    'the payload is an empty object': carrying(2),
    'nothing is carried where the test has no uuid': carrying(0, ({ uuid }) => uuid === 'none'),
    'nothing is carried where the test has a uuid': carrying(0, ({ uuid }) => uuid !== 'none'),
  },
});

/** TEST-09: a target that answers is called once per test. */
export const targetIsCalledOnce = defineRule({
  id: 'TEST-09',
  from: fullTests,
  judge: ({ attempts, late }) =>
    every([
      ...attempts.map((attempt) =>
        holds(
          attempt.calls.length <= 1,
          `${named(attempt)} calls once`,
          `called ${attempt.calls.length} times`,
        ),
      ),
      holds(
        late.length === 0,
        'no call comes later',
        `later came ${late.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
      ),
    ]),
  breaches: {
    'called twice': onEach(calledTwice),
    'called twice with another method than POST': onOthers(calledTwice),
    'called again where it answers 500': (seen) =>
      onFailing(seen, (attempt) => (attempt.calls.length === 1 ? calledTwice(attempt) : attempt)),
    'called again later': (seen) => ({
      ...seen,
      late: seen.attempts.flatMap(({ calls }) => calls).slice(0, 1),
    }),
  },
});

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

function named({ method, uuid }: TestAttempt): string {
  const which = {
    none: 'without uuid',
    fresh: 'with the uuid of no webhook',
    known: 'with the uuid of a webhook',
  };
  return `a ${method} test ${which[uuid]}`;
}

function onFailing(seen: TestBatchSeen, change: (attempt: TestAttempt) => TestAttempt): TestBatchSeen {
  return { ...seen, attempts: seen.attempts.map((one) => (succeeds(one) ? one : change(one))) };
}

function isPost({ method }: TestAttempt): boolean {
  return method === 'POST';
}

function isTaken({ accepted }: TestAttempt): boolean {
  return accepted;
}

function postWith(attempts: readonly TestAttempt[], uuid: TestAttempt['uuid']): TestAttempt | undefined {
  return attempts.filter(isPost).find((attempt) => attempt.uuid === uuid && saysSomething(attempt));
}

/** Whether a refusal says something: an unknown uuid, another event than the named one and a target that fails may be refused. */
function saysSomething(attempt: TestAttempt): boolean {
  const { uuid, event } = attempt;
  return succeeds(attempt) && (uuid === 'known' || (uuid === 'none' && event === 'named'));
}

/** POST tests that were refused although POST is always taken; none where another POST test was taken. */
function refusedPosts(attempts: readonly TestAttempt[]): readonly TestAttempt[] {
  const posts = attempts.filter(isPost);
  return posts.some(isTaken) ? [] : posts.filter(saysSomething);
}

/** Whether the receiver gave its answer: to a method that is none, such as `post`, it cannot. */
function wasAnswered(attempt: TestAttempt): boolean {
  const { accepted, calls } = attempt;
  return accepted && succeeds(attempt) && calls.some(({ method }) => /^[A-Z]+$/.test(method));
}

/** A call whose method carries no body may carry its payload behind the query. */
function keepsAddress({ method, sent }: TestAttempt, path: string): boolean {
  const more = sent.path.includes('?') ? '&' : '?';
  const carriesBody = method !== 'GET' && method !== 'DELETE';
  return path === sent.path || (!carriesBody && path.startsWith(`${sent.path}${more}`));
}

function sortedQuery(path: string): string {
  const [before = '', query = ''] = path.split('?');
  return `${before}?${query.split('&').toSorted().join('&')}`;
}

function withoutRepeatedNames(path: string): string {
  const [before = '', query = ''] = path.split('?');
  return `${before}?${[...new Map(query.split('&').map((pair) => [pair.split('=')[0], pair])).values()].join('&')}`;
}
