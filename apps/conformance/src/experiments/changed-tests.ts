/** Turns the tests of a batch into those of a broken target: the material of the named breaches. */
import type { TestBatchSeen } from './full-tests.ts';
import type { TestAttempt } from './test-attempt.ts';

type OnAttempt = (attempt: TestAttempt) => TestAttempt | undefined;
type Change = (seen: TestBatchSeen) => TestBatchSeen;

/** Changes each test that was taken; those for which `change` gives nothing stay as they were. */
export function onEach(change: OnAttempt): Change {
  return (seen) => ({
    ...seen,
    attempts: seen.attempts.map((one) => (one.accepted ? (change(one) ?? one) : one)),
  });
}

/** Changes each test of another method than POST. */
export function onOthers(change: OnAttempt): Change {
  return onEach((attempt) => (attempt.method === 'POST' ? undefined : change(attempt)));
}

/** Changes the POST test with this uuid. */
export function onPost(uuid: TestAttempt['uuid'], change: OnAttempt): Change {
  return onEach((attempt) =>
    attempt.method === 'POST' && attempt.uuid === uuid ? change(attempt) : undefined,
  );
}

/** Each call goes to another address. */
export function readdressed(change: (path: string) => string): Change {
  return onEach((attempt) => ({
    ...attempt,
    calls: attempt.calls.map((call) => ({ ...call, path: change(call.path) })),
  }));
}

/** Each call has another method. */
export function recalled(change: (method: string) => string): Change {
  return onEach((attempt) => ({
    ...attempt,
    calls: attempt.calls.map((call) => ({ ...call, method: change(call.method) })),
  }));
}

/** The calls of some tests carry a body of this length. */
export function carrying(bodyLength: number, where: (attempt: TestAttempt) => boolean = () => true): Change {
  return onEach((attempt) =>
    where(attempt)
      ? { ...attempt, calls: attempt.calls.map((call) => ({ ...call, bodyLength })) }
      : undefined,
  );
}

/** The test is answered with this instead. */
export function answering(text: (attempt: TestAttempt) => string): OnAttempt {
  return (attempt) => ({ ...attempt, answer: { status: 200, text: text(attempt) } });
}

/** The test is refused. */
export function refused(attempt: TestAttempt): TestAttempt {
  return { ...attempt, accepted: false, answer: { status: 400, text: '' }, calls: [] };
}

/** The test is taken and nothing is called. */
export function uncalled(attempt: TestAttempt): TestAttempt {
  return { ...attempt, calls: [] };
}

/** The test calls twice. */
export function calledTwice(attempt: TestAttempt): TestAttempt {
  return { ...attempt, calls: attempt.calls.flatMap((call) => [call, call]) };
}
