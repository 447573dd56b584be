/** Explains why a target cannot be judged: what its first answer was, and what to do. */
import { systemClock } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { announcedWaitMs } from '@outreach-api/wire/announced-wait';
import { endOfToken } from '@outreach-api/model/records/token-end';
import type { Target } from '../target/target.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Outcome } from '@outreach-api/wire/transport';
import { whyUnanswered } from '@outreach-api/wire/why-unanswered';

/**
 * Why a target cannot be judged, in one line: what was seen, and what to do. It quotes only numbers and the host of an
 * address from the target's answer.
 *
 * @param path - what was requested, by GET
 * @param waits - how often a limit was waited out before that
 */
export function whyNotReady(target: Target, path: string, outcome: Outcome, waits: number): string {
  if (outcome.kind === 'unanswered') return `${target.baseUrl} ${whyUnanswered(target, outcome)}`;
  const { answer } = outcome;
  const { seen, todo } = whyRefused(answer, target, waits);
  const request = `GET ${target.baseUrl}${path}`;
  return `${target.baseUrl} ${seen}: ${request} was answered ${answer.status}${detail(answer, target)}; ${todo}`;
}

/** Whether the body of an answer is a page for people. */
export function isWebPage({ json, text }: Answer): boolean {
  return json === undefined && /^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html)\b/i.test(text.slice(0, 2000));
}

interface Refusal {
  readonly seen: string;
  readonly todo: string;
}

/** When the key expired by its own claim; null if it did not, or does not say. */
function ownEnd({ token }: Target): string | null {
  const end = endOfToken(token);
  return end === null || end > systemClock.date() ? null : end.toISOString().replace(/\.000Z$/, 'Z');
}

const gatewayCredential =
  'if a gateway needs a credential of its own, give it as `headers` in the target file';

function whyRefused(answer: Answer, target: Target, waits: number): Refusal {
  const { kind, by, concerns } = classOf(answer);
  const key = target.tokenFrom ?? '`token`';
  if (kind === 'limited') return limited(answer, waits);
  if (kind === 'redirected') return redirected(answer, target);
  if (concerns === 'the caller')
    return { seen: 'refuses the credential', todo: withTheKey(answer, target, key) };
  if (by === 'gateway')
    return {
      seen: 'is not up',
      todo: 'a gateway answers, and what is behind it does not: try again once it has started',
    };
  if (kind === 'failed')
    return {
      seen: 'fails at the plain list of webhooks',
      todo: 'its own log says why; it can be judged once it answers that request',
    };
  if (answer.status === 404)
    return {
      seen: 'has no list of webhooks',
      todo: '`baseUrl` must be the address to which `/integrations/api/webhooks` can be added; does it have a prefix too many or too few?',
    };
  if (answer.ok)
    return {
      seen: 'answers with a web page, not JSON',
      todo: `is \`baseUrl\` the address of the API, or of its web interface or a login? ${gatewayCredential}`,
    };
  return {
    seen: 'accepts no request with this credential',
    todo: `is it the right address, and ${key} a key of this target?`,
  };
}

/** What to do about a key that is refused. */
function withTheKey({ status }: Answer, target: Target, key: string): string {
  const end = ownEnd(target);
  if (end !== null) return `${key} expired at ${end}, by its own \`exp\`: give another key`;
  return status === 401
    ? `is ${key} a key of this target, and not past its 3 years? ${gatewayCredential}`
    : `may ${key} read webhooks, and is this machine's address allowed? ${gatewayCredential}`;
}

function limited({ headers }: Answer, waits: number): Refusal {
  const waitMs = announcedWaitMs(headers);
  const until = waitMs === null ? 'later' : `in ${Math.max(1, Math.ceil(waitMs / 1000))} s, as it asks`;
  return {
    seen: `is rate-limited from the start (${waits + 1} tries)`,
    todo: `try again ${until}, while nobody else uses this account, and with a lower \`requests.maxPerSecond\``,
  };
}

function redirected(answer: Answer, target: Target): Refusal {
  const from = new URL(target.baseUrl);
  const to = destination(answer, target);
  const seen = to === null ? 'redirects' : `redirects to ${to.host === from.host ? to.origin : to.host}`;
  const todo =
    to === null || to.hostname === from.hostname
      ? 'redirects are never followed: give the address that answers by itself as `baseUrl`'
      : `redirects are never followed: where that is a login, ${gatewayCredential}; otherwise give that address as \`baseUrl\``;
  return { seen, todo };
}

function detail(answer: Answer, target: Target): string {
  const to = classOf(answer).kind === 'redirected' ? destination(answer, target) : null;
  if (to !== null) return ` with a \`Location\` on ${to.host}`;
  return isWebPage(answer) ? ' with a web page (HTML)' : '';
}

/** Where a redirect leads; null if it does not say. */
function destination({ headers }: Answer, { baseUrl }: Target): URL | null {
  const location = headers['location'];
  return location !== undefined && URL.canParse(location, baseUrl) ? new URL(location, baseUrl) : null;
}
