/** Makes sure that the target can be reached and takes the credential, before any rule is tried. */
import { ConfigurationError } from '../target/configuration-error.ts';
import type { Session } from './session.ts';
import type { Outcome } from './transport.ts';
import { isWebPage, whyNotReady } from './why-not-ready.ts';

/** A target that is limited from the start is waited for some seconds, not minutes. */
const attempts = 5;

/**
 * Makes sure, before any rule is tried, that the target can be reached and takes the credential: otherwise every
 * refusal would look like a finding.
 *
 * @throws ConfigurationError where it does not
 */
export async function checkTarget(session: Session): Promise<void> {
  const { fixtures } = session.target;
  const list = '/integrations/api/webhooks';
  const outcome = await ask(session, list);
  if (isTaken(outcome)) {
    // More than one: a defect may make the target refuse a list without parameters once it is long.
    session.state.openers = [
      async (api) => api.listWebhooks(),
      async (api) => api.listWebhooks({ query: [['limit', '1']] }),
    ];
    return;
  }
  for (const uuid of outcome.kind === 'answered' ? fixtures.senderProfiles.slice(0, 1) : []) {
    if (isTaken(await ask(session, `/flows/api/sender-profiles/${uuid}`))) {
      session.state.openers = [async (api) => api.getSenderProfile(uuid)];
      return;
    }
  }
  throw new ConfigurationError(whyNotReady(session.target, list, outcome, session.state.transport.waits));
}

async function ask(session: Session, path: string): Promise<Outcome> {
  const headers = { accept: 'application/json', authorization: session.credential.header ?? '' };
  const request = { method: 'GET', url: `${session.target.baseUrl}${path}`, headers, body: null };
  return session.state.transport.send(request, { attempts });
}

function isTaken(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.answer.ok && !isWebPage(outcome.answer);
}
