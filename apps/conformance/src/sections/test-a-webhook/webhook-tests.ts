/** What the rules on webhook tests examine in single tests and their calls. */
import { classOf } from '@outreach-api/model/records/answer-class';
import { holdsResponse } from './target-response.ts';
import type { NamedTest } from '../../rules/breaches/test-a-webhook.ts';
import { withPlainEscapes } from '@outreach-api/model/texts/plain-escapes';
import { succeeds, type TestAttempt } from './tests-seen.ts';

/** What identifies a test in a message. */
export function named({ method, uuid, status, repeats }: TestAttempt): NamedTest {
  return { method, uuid, status, repeats };
}

/** Every service waits that long for an answer. */
const soonMs = 100;

/** Whether the called address answers slowly. */
export function isSlow({ reply }: TestAttempt): boolean {
  return (reply?.delayMs ?? 0) > soonMs;
}

/** A POST test of this kind whose refusal would count; an accepted one, if there is one. */
export function postWith(
  attempts: readonly TestAttempt[],
  uuid: TestAttempt['uuid'],
): TestAttempt | undefined {
  const all = posts(attempts).filter((attempt) => attempt.uuid === uuid && saysSomething(attempt));
  return all.find(({ accepted }) => accepted) ?? all[0];
}

/** POST tests that were refused although POST is always accepted; none if another POST test was accepted. */
export function refusedPosts(attempts: readonly TestAttempt[]): readonly TestAttempt[] {
  const all = posts(attempts);
  return all.some(({ accepted }) => accepted) ? [] : all.filter(saysSomething);
}

function posts(attempts: readonly TestAttempt[]): readonly TestAttempt[] {
  return attempts.filter(({ method }) => method === 'POST');
}

/**
 * Whether a refusal counts: an unknown uuid, an event other than the named one or the webhook's own, and a failing
 * target may be refused.
 */
function saysSomething(attempt: TestAttempt): boolean {
  const { uuid, event } = attempt;
  return succeeds(attempt) && uuid !== 'fresh' && event === 'named';
}

/**
 * Whether the receiver gave an answer that can be found in another. Not so for an invalid method such as `post`; for a
 * slow answer, since how long a service waits is open; and for one with no body or `null`, which leaves nothing for a
 * service that returns only the body.
 */
export function wasAnswered(attempt: TestAttempt): boolean {
  const { accepted, calls, reply, status } = attempt;
  const hasBody = status !== 204 && status !== 205 && reply?.body !== 'none' && reply?.body !== 'null';
  const isCalled = calls.some(({ method }) => /^[A-Z]+$/.test(method));
  return accepted && succeeds(attempt) && hasBody && isCalled && !wasPerhapsGivenUp(attempt);
}

/**
 * Whether a test was refused for the success that its address answered with: the address was called and answered at
 * once, and the same test is accepted where it answers 200 in JSON. A limit's refusal is no answer to that.
 */
export function isRefusedForItsSuccess(attempt: TestAttempt): boolean {
  const { answer, calls, isAcceptedOtherwise = false } = attempt;
  return isAcceptedOtherwise && calls.length > 0 && !isSlow(attempt) && classOf(answer).kind !== 'limited';
}

/** No service that waits for its target gives up sooner. */
const soonestGivenUpMs = 100;

/**
 * Whether the called address was slow, or the service hung up after a while, and its answer is not found: the service
 * may not have waited for it.
 */
export function wasPerhapsGivenUp(attempt: TestAttempt): boolean {
  const wasLeft = attempt.tookMs >= soonestGivenUpMs && attempt.calls.some(({ hungUp }) => hungUp);
  return (isSlow(attempt) || wasLeft) && !holdsTheResponse(attempt);
}

/** Whether the answer contains the status or the body of the target's response. */
export function holdsTheResponse({ answer, status, sent }: TestAttempt): boolean {
  return holdsResponse(answer, { status, marker: sent.marker });
}

/**
 * Whether the answer to a test that made its call contains the body of another test's target. No refusal excuses that:
 * targets that are called at the same time must not swap their responses.
 */
export function holdsAnothersResponse(attempt: TestAttempt, attempts: readonly TestAttempt[]): boolean {
  const { answer, calls, sent } = attempt;
  return (
    calls.length > 0 &&
    attempts.some(
      (other) =>
        other.sent.marker !== sent.marker &&
        holdsResponse(answer, { status: null, marker: other.sent.marker }),
    )
  );
}

/**
 * Whether a call keeps path and query. One whose method carries no body may append its payload to the query; what is
 * equivalent by RFC 3986, 6.2.2 is kept: escapes in either letter case, and unreserved characters escaped or not.
 */
export function keepsAddress({ method, sent }: TestAttempt, path: string): boolean {
  const [called, asked] = [path, sent.path].map(withPlainEscapes);
  const more = sent.path.includes('?') ? '&' : '?';
  const carriesBody = method !== 'GET' && method !== 'DELETE';
  return called === asked || (!carriesBody && called?.startsWith(`${asked}${more}`) === true);
}
