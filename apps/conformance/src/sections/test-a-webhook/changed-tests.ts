/** Turns the tests of a batch into those of a broken target: the building blocks of the named breaches. */
import type { TestBatchSeen } from './tests-seen.ts';
import type { TestAttempt } from './tests-seen.ts';

type OnAttempt = (attempt: TestAttempt) => TestAttempt | undefined;
type Change = (seen: TestBatchSeen) => TestBatchSeen;

/** Changes each accepted test; those for which `change` gives nothing stay as they were. */
export function onEach(change: OnAttempt): Change {
  return (seen) => ({
    ...seen,
    attempts: seen.attempts.map((one) => (one.accepted ? (change(one) ?? one) : one)),
  });
}

/** Changes each test with a method other than POST. */
export function onOthers(change: OnAttempt): Change {
  return onEach((attempt) => (attempt.method === 'POST' ? undefined : change(attempt)));
}

/** Changes the POST test with this uuid. */
export function onPost(uuid: TestAttempt['uuid'], change: OnAttempt): Change {
  return onEach((attempt) =>
    attempt.method === 'POST' && attempt.uuid === uuid ? change(attempt) : undefined,
  );
}

/** Redirects each call to another address. */
function readdressed(change: (path: string) => string): Change {
  return onEach((attempt) => ({
    ...attempt,
    calls: attempt.calls.map((call) => ({ ...call, path: change(call.path) })),
  }));
}

/** Gives each call another method. */
export function recalled(change: (method: string) => string): Change {
  return onEach((attempt) => ({
    ...attempt,
    calls: attempt.calls.map((call) => ({ ...call, method: change(call.method) })),
  }));
}

/** Removes the payload from the calls of some tests. */
export function empty(where: (attempt: TestAttempt) => boolean = () => true): Change {
  return onEach((attempt) =>
    where(attempt)
      ? { ...attempt, calls: attempt.calls.map((call) => ({ ...call, bodyLength: 0, hasData: false })) }
      : undefined,
  );
}

/** The test is answered with this text instead. */
export function answering(text: (attempt: TestAttempt) => string): OnAttempt {
  return (attempt) => ({ ...attempt, answer: { status: 200, text: text(attempt) } });
}

/** The test is refused after its call, though it is accepted where the address answers 200 in JSON. */
export function refusedForItsSuccess(attempt: TestAttempt): TestAttempt {
  return { ...attempt, accepted: false, answer: { status: 400, text: '' }, isAcceptedOtherwise: true };
}

/** The test is refused. */
export function refused(attempt: TestAttempt): TestAttempt {
  return { ...attempt, accepted: false, answer: { status: 400, text: '' }, calls: [] };
}

/** The test is accepted, but nothing is called. */
export function uncalled(attempt: TestAttempt): TestAttempt {
  return { ...attempt, calls: [] };
}

/** The test calls twice. */
export function calledTwice(attempt: TestAttempt): TestAttempt {
  return { ...attempt, calls: attempt.calls.flatMap((call) => [call, call]) };
}

/** Changes tests whatever their outcome: refused attempts would have shown the defect had they been accepted. */
export function onTried(where: (attempt: TestAttempt) => boolean, change: OnAttempt): Change {
  return (seen) => ({
    ...seen,
    attempts: seen.attempts.map((one) => (where(one) ? (change(asTaken(one)) ?? one) : one)),
  });
}

/** A test as if it had been accepted and its target called. */
function asTaken(attempt: TestAttempt): TestAttempt {
  const { accepted, calls, method, sent } = attempt;
  if (accepted || calls.length > 0) return attempt;
  const call = { method, path: sent.path, bodyLength: 2, hasData: true, hungUp: false };
  return { ...attempt, accepted: true, calls: [call] };
}

/** Truncates the address of each call. */
export function cutAt(length: number): OnAttempt {
  return (attempt) => ({
    ...attempt,
    calls: attempt.calls.map((call) => ({ ...call, path: call.path.slice(0, length) })),
  });
}

/** Ways in which servers are known to alter the address that they call. */
export const addressBreaches: Readonly<Record<string, Change>> = {
  'the query is dropped': readdressed((path) => path.replace(/\?.*/, '')),
  'the path is written in lower case': readdressed((path) => path.toLowerCase()),
  'the slash at the end of the path is dropped': readdressed((path) => path.replace(/\/(?=\?|$)/, '')),
  'the slash at the end of the address is dropped': readdressed((path) => path.replace(/\/$/, '')),
  'of a repeated name only the last value is kept': readdressed(withoutRepeatedNames),
  'the query is sorted': readdressed(sortedQuery),
  'empty values are dropped': readdressed((path) => path.replace(/&[a-z]+=(?=&|$)/, '')),
  'escapes in the query are decoded': readdressed((path) =>
    path.replaceAll(/%(?:2B|26|3D)/g, (escape) => decodeURIComponent(escape)),
  ),
  'plus signs become blanks': readdressed((path) => path.replaceAll('+', '%20')),
  'blanks become plus signs': readdressed((path) => path.replaceAll('%20', '+')),
  'parameters of the path are dropped': readdressed((path) => path.replaceAll(/;[^/?]*/g, '')),
  'values end at a further equals sign': readdressed((path) => path.replaceAll(/(=[^&=]+)=+/g, '$1')),
  'names without a value get one': readdressed((path) => path.replaceAll(/&([a-z]+)(?=&|$)/g, '&$1=')),
  'the address is cut': readdressed((path) => path.slice(0, 80)),
};

function sortedQuery(path: string): string {
  const [before = '', query = ''] = path.split('?');
  return `${before}?${query.split('&').toSorted().join('&')}`;
}

function withoutRepeatedNames(path: string): string {
  const [before = '', query = ''] = path.split('?');
  return `${before}?${[...new Map(query.split('&').map((pair) => [pair.split('=')[0], pair])).values()].join('&')}`;
}
