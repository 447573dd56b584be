/** Backs off from a limit until it is lifted, or for as long as a client would (Errors). */
import { backOff, defaultBackoffPolicy, type BackoffPolicy } from '@outreach-api/client';
import { whereUnmet, type Clock } from '@outreach-api/engine';
import { announcedWaitMs } from '@outreach-api/wire/announced-wait';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Lift } from './limits-seen.ts';

/**
 * As long as our client's default policy, with waits that end in one long pause: some limits restart with each request
 * that they refuse. Without jitter, attempts start after 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 63.5 and 111.5 seconds: soon
 * after a minute, and after 48 seconds in which nothing was sent.
 */
export const patience: BackoffPolicy = {
  ...defaultBackoffPolicy,
  attempts: 30,
  maxDelayMs: 48_000,
  retryAfterMaxMs: defaultBackoffPolicy.totalMs,
};

/**
 * Retries a limited request with exponential backoff until it is accepted or patience runs out.
 *
 * @param send - sends it once, without any waiting of its own
 */
export async function awaitLift(
  clock: Clock,
  send: () => Promise<Answer>,
  policy: BackoffPolicy = patience,
): Promise<Lift> {
  const began = clock.now();
  const { answer } = await backOff(async () => answerTo(send, clock), {
    limited,
    policy,
    random: longest,
    sleep: async (ms) => clock.wait(ms),
  });
  const waitedMs = clock.now() - began;
  const announced = answer === null || answer.ok ? 0 : (announcedWaitMs(answer.headers) ?? 0);
  return {
    through: answer?.ok ?? false,
    status: answer?.status ?? null,
    waitedMs,
    announcedLonger: announced > 0 && waitedMs + announced > policy.totalMs && announced > longestOf(policy),
  };
}

/** Long enough for a connection to be opened, and too short for it to be closed again as idle. */
const untilRepeatedMs = 200;

/**
 * After a long pause, a gateway may answer one request itself while it wakes the service up, and a kept connection may be
 * closed: that says nothing about the limit, so the request is sent once more.
 */
async function answerTo(send: () => Promise<Answer>, clock: Clock): Promise<Answer | null> {
  const answer = await send().catch(whereUnmet(null));
  if (classOf(answer).kind !== 'unknown') return answer;
  await clock.wait(untilRepeatedMs);
  return send().catch(whereUnmet(answer));
}

/** Any client waits this long anyway: an announced wait must be longer to be an excuse. */
function longestOf({ maxDelayMs }: BackoffPolicy): number {
  return Math.min(maxDelayMs, defaultBackoffPolicy.maxDelayMs);
}

/** Jitter is for many clients at once; to get the longest pause, each wait is as long as it may be. */
function longest(): number {
  return 1 - Number.EPSILON;
}

/** Every refusal is waited out: past the limit, a broken target may answer something other than 429. */
function limited(answer: Answer | null): { retryAfter: string | null } | null {
  if (answer?.ok === true) return null;
  const wait = answer === null ? null : announcedWaitMs(answer.headers);
  return { retryAfter: wait === null ? null : String(wait / 1000) };
}
