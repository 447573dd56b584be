/** Checks that the target is reachable and accepts the credential, before any rule is tried. */
import { systemClock } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from './session.ts';
import type { Outcome } from '@outreach-api/wire/transport';
import { wasCut } from '@outreach-api/wire/unanswered';
import { isWebPage, whyNotReady } from './why-not-ready.ts';

/** A target that is rate-limited from the start is given some seconds, not minutes. */
const attempts = 5;

/**
 * Checks, before any rule is tried, that the target is reachable and accepts the credential: otherwise every refusal
 * would look like a finding.
 *
 * @throws ConfigurationError if it is unreachable or refuses
 */
export async function checkTarget(session: Session): Promise<void> {
  const { fixtures } = session.target;
  const list = '/integrations/api/webhooks';
  const outcome = await ask(session, list);
  const answer = acceptedAnswer(outcome);
  if (answer !== null) {
    // More than one: a defect may make the target refuse a list without parameters once the list is long.
    const isJson = answer.json !== undefined;
    session.state.liveness.controls = ['', '?limit=1'].map((query) => ({
      path: `/integrations/api/webhooks${query}`,
      isJson,
    }));
    return;
  }
  // A server that closes the connection does exist.
  const isThere = outcome.kind === 'answered' || wasCut(outcome);
  for (const uuid of isThere ? fixtures.senderProfiles.slice(0, 1) : []) {
    const path = `/flows/api/sender-profiles/${uuid}`;
    const other = acceptedAnswer(await ask(session, path));
    if (other !== null) {
      session.state.liveness.controls = [{ path, isJson: other.json !== undefined }];
      return;
    }
  }
  const why = whyNotReady(session.target, list, outcome, session.state.transport.waits);
  throw isUp(outcome) ? new ConfigurationError(why) : new TargetDown(why);
}

/** The target gives no answer, or only a gateway before it does. */
class TargetDown extends ConfigurationError {}

function isUp(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && classOf(outcome.answer).by !== 'gateway';
}

/** How long to wait before trying again. */
const betweenTriesMs = 1000;

/**
 * The same, but waits for a target that does not answer yet.
 *
 * @param seconds - for how long, at most
 * @throws ConfigurationError if it still does not answer, or is reachable and refuses
 */
export async function waitForTarget(session: Session, seconds: number): Promise<void> {
  const until = systemClock.now() + seconds * 1000;
  let hasReported = false;
  for (;;) {
    try {
      await checkTarget(session);
      return;
    } catch (error) {
      if (!(error instanceof TargetDown) || seconds === 0) throw error;
      if (systemClock.now() + betweenTriesMs > until)
        throw new ConfigurationError(`${error.message} (waited ${seconds} s, as --wait-for-target says)`);
      if (!hasReported)
        session.state.notice?.(`${session.target.baseUrl} does not answer yet; waiting up to ${seconds} s`);
      hasReported = true;
      await session.clock.wait(betweenTriesMs);
    }
  }
}

async function ask(session: Session, path: string): Promise<Outcome> {
  const headers = { accept: 'application/json', authorization: session.credential.header ?? '' };
  const request = { method: 'GET', url: `${session.target.baseUrl}${path}`, headers, body: null };
  return session.state.transport.send(request, { attempts });
}

function acceptedAnswer(outcome: Outcome): Answer | null {
  if (outcome.kind === 'unanswered') return null;
  const { answer } = outcome;
  return answer.ok && !isWebPage(answer) ? answer : null;
}
