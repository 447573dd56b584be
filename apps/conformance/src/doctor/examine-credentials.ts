/** Tries each further credential of the target file with a read. */
import { systemClock, Unmet } from '@outreach-api/engine';
import { identityOf, pageIn } from '@outreach-api/model/records/page';
import { endOfToken } from '@outreach-api/model/records/token-end';
import { bearer } from '@outreach-api/model/records/credential';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../session/session.ts';
import { unsetVariable } from '../target/read-target-file.ts';
import type { Target } from '../target/target.ts';
import type { Examined, Finding } from './finding.ts';

/**
 * Tries each further credential of the target file with a list of webhooks.
 *
 * @param own - the list that the key of the target file gets
 */
export async function examineCredentials(session: Session, own: Answer): Promise<Examined> {
  const { target } = session;
  const other = await findingOf(session, 'otherAccountToken', (answer) =>
    ofOtherAccount(answer, own, target),
  );
  const expired = await findingOf(session, 'expiredToken', (answer) => ofExpired(answer, target));
  return {
    findings: [other, expired],
    usable: {
      ...target,
      otherAccountToken: kept(other, target.otherAccountToken),
      expiredToken: kept(expired, target.expiredToken),
    },
  };
}

function kept({ state }: Finding, token: string | null): string | null {
  return state === 'FAILS' ? null : token;
}

async function findingOf(
  session: Session,
  field: 'otherAccountToken' | 'expiredToken',
  judge: (answer: Answer) => Omit<Finding, 'what'>,
): Promise<Finding> {
  const token = session.target[field];
  if (token === null) return { state: 'not given', what: field, text: '' };
  const variable = unsetVariable(token);
  if (variable !== null) return { state: 'FAILS', what: field, text: `${variable} is not set` };
  try {
    const answer = await session.as(bearer(field, token, field)).listWebhooks();
    return { what: field, ...judge(answer) };
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    return { state: 'FAILS', what: field, text: error.message };
  }
}

function ofOtherAccount(answer: Answer, own: Answer, { otherAccountToken }: Target): Omit<Finding, 'what'> {
  const { ok, status } = answer;
  if (!ok)
    return { state: 'FAILS', text: `is refused with ${status}: ${whyRefused(otherAccountToken ?? '')}` };
  const ours = new Set(uuidsIn(own));
  return uuidsIn(answer).some((uuid) => ours.has(uuid))
    ? { state: 'FAILS', text: 'lists webhooks of the account under test: is it a key of the same account?' }
    : { state: 'works', text: `lists webhooks (${status}), none of the account under test` };
}

function whyRefused(token: string): string {
  const end = endOfToken(token);
  return end !== null && end <= systemClock.date()
    ? `it expired at ${end.toISOString()}, by its own \`exp\``
    : 'is it a key of this target?';
}

function ofExpired({ ok, status }: Answer, { expiredToken }: Target): Omit<Finding, 'what'> {
  const end = endOfToken(expiredToken ?? '');
  if (end !== null && end > systemClock.date())
    return {
      state: 'FAILS',
      text: `has not expired: AUTH-04 needs a key that has, and this one expires at ${end.toISOString()}`,
    };
  return ok
    ? { state: 'note', text: `is accepted (${status}): AUTH-04 will fail, or the key has not expired` }
    : { state: 'works', text: `is refused with ${status}, as it should be` };
}

function uuidsIn({ json }: Answer): readonly string[] {
  return (pageIn(json)?.data ?? []).map(identityOf);
}
