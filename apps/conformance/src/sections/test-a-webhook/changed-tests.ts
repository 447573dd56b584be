/** Turns the tests of a batch into those of a broken target: the building blocks of the named breaches. */
import type { ReceivedCall } from '@outreach-api/wire/received-call';
import type { TestAttempt, TestBatchSeen } from './tests-seen.ts';

type Where = (attempt: TestAttempt) => boolean;
type Change = (seen: TestBatchSeen) => TestBatchSeen;
type Recall = (call: ReceivedCall, attempt: TestAttempt) => readonly ReceivedCall[];

/** Whether its method is another than POST. */
export const isOther: Where = ({ method }) => method !== 'POST';

/** Changes accepted tests. */
export function onEach(
  change: (attempt: TestAttempt) => Partial<TestAttempt>,
  where: Where = () => true,
): Change {
  return onTried(change, (attempt) => attempt.accepted && where(attempt));
}

/**
 * Changes tests whatever their outcome, as if they had been accepted and their targets called: refused attempts would
 * have shown the defect had they been accepted.
 */
export function onTried(change: (attempt: TestAttempt) => Partial<TestAttempt>, where: Where): Change {
  return (seen) => ({
    ...seen,
    attempts: seen.attempts.map((one) => {
      if (!where(one)) return one;
      const { accepted, calls, method, sent } = one;
      const call = { method, path: sent.path, bodyLength: 2, hasData: true, hungUp: false };
      const made = accepted || calls.length > 0 ? one : { ...one, accepted: true, calls: [call] };
      return { ...made, ...change(made) };
    }),
  });
}

/** What becomes of the calls of a test. */
export function calling(change: Recall): (attempt: TestAttempt) => Pick<TestAttempt, 'calls'> {
  return (attempt) => ({ calls: attempt.calls.flatMap((call) => change(call, attempt)) });
}

/** Nothing is called. */
export const uncalled = calling(() => []);
/** The target is called twice. */
export const calledTwice = calling((call) => [call, call]);
/** The call carries nothing. */
export const emptied = calling((call) => [{ ...call, bodyLength: 0, hasData: false }]);

/** The call has another method. */
export function recalled(change: (method: string) => string): Change {
  return onEach(calling((call) => [{ ...call, method: change(call.method) }]));
}

/** The call goes to another address. */
export function toOtherAddress(change: (path: string) => string): ReturnType<typeof calling> {
  return calling((call) => [{ ...call, path: change(call.path) }]);
}

/** The test is refused, and calls nothing. */
export function refused(): Pick<TestAttempt, 'accepted' | 'answer' | 'calls'> {
  return { accepted: false, answer: { status: 400, text: '' }, calls: [] };
}

/** The test is refused after its call, though it is accepted where the address answers 200 in JSON. */
export function refusedForItsSuccess(): Partial<TestAttempt> {
  return { accepted: false, answer: { status: 400, text: '' }, isAcceptedOtherwise: true };
}

/** The test is answered with this text. */
export function answering(text: (attempt: TestAttempt) => string) {
  return (attempt: TestAttempt): Partial<TestAttempt> => ({ answer: { status: 200, text: text(attempt) } });
}

const addressChanges: Readonly<Record<string, (path: string) => string>> = {
  'the query is dropped': (path) => path.replace(/\?.*/, ''),
  'the path is written in lower case': (path) => path.toLowerCase(),
  'the slash at the end of the path is dropped': (path) => path.replace(/\/(?=\?|$)/, ''),
  'the slash at the end of the address is dropped': (path) => path.replace(/\/$/, ''),
  'of a repeated name only the last value is kept': withoutRepeatedNames,
  'the query is sorted': sortedQuery,
  'empty values are dropped': (path) => path.replace(/&[a-z]+=(?=&|$)/, ''),
  'escapes in the query are decoded': (path) =>
    path.replaceAll(/%(?:2B|26|3D)/g, (escape) => decodeURIComponent(escape)),
  'plus signs become blanks': (path) => path.replaceAll('+', '%20'),
  'blanks become plus signs': (path) => path.replaceAll('%20', '+'),
  'parameters of the path are dropped': (path) => path.replaceAll(/;[^/?]*/g, ''),
  'values end at a further equals sign': (path) => path.replaceAll(/(=[^&=]+)=+/g, '$1'),
  'names without a value get one': (path) => path.replaceAll(/&([a-z]+)(?=&|$)/g, '&$1='),
  'the address is cut': (path) => path.slice(0, 80),
};

/** Ways in which servers are known to alter the address that they call. */
export const addressBreaches: Readonly<Record<string, Change>> = Object.fromEntries(
  Object.entries(addressChanges).map(([name, change]) => [name, onEach(toOtherAddress(change))]),
);

function sortedQuery(path: string): string {
  const [before = '', query = ''] = path.split('?');
  return `${before}?${query.split('&').toSorted().join('&')}`;
}

function withoutRepeatedNames(path: string): string {
  const [before = '', query = ''] = path.split('?');
  return `${before}?${[...new Map(query.split('&').map((pair) => [pair.split('=')[0], pair])).values()].join('&')}`;
}
