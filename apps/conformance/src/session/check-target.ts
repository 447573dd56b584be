/** Makes sure that the target can be reached and takes the credential, before any rule is tried. */
import { ConfigurationError } from '../target/configuration-error.ts';
import type { Session } from './session.ts';
import { wasUnread } from './transport.ts';

/** A target that is limited from the start is waited for some seconds, not minutes. */
const attempts = 5;

/**
 * Makes sure, before any rule is tried, that the target can be reached and takes the credential: otherwise every
 * refusal would look like a finding.
 *
 * @throws ConfigurationError where it does not
 */
export async function checkTarget(session: Session): Promise<void> {
  const { baseUrl, fixtures } = session.target;
  const url = `${baseUrl}/integrations/api/webhooks`;
  const outcome = await session.state.transport.send(request(session, url), { attempts });
  if (outcome.kind === 'unanswered') {
    const what = wasUnread(outcome) ? 'gives no answer that could be judged' : 'cannot be reached';
    throw new ConfigurationError(`${baseUrl} ${what}: ${outcome.why}`);
  }
  const { status, ok } = outcome.answer;
  if (ok) {
    // More than one: a defect may make the target refuse a list without parameters once it is long.
    session.state.openers = [
      async (api) => api.listWebhooks(),
      async (api) => api.listWebhooks({ query: [['limit', '1']] }),
    ];
    return;
  }
  for (const uuid of fixtures.senderProfiles.slice(0, 1)) {
    const other = await session.state.transport.send(
      request(session, `${baseUrl}/flows/api/sender-profiles/${uuid}`),
      { attempts },
    );
    if (other.kind === 'answered' && other.answer.ok) {
      session.state.openers = [async (api) => api.getSenderProfile(uuid)];
      return;
    }
  }
  if (status === 401 || status === 403) {
    throw new ConfigurationError(
      `${baseUrl} refuses the credential: GET ${url} was answered ${status}; is \`token\` (OUTREACH_TOKEN) a key of this target?`,
    );
  }
  throw new ConfigurationError(
    `${baseUrl} takes no request with this credential: GET ${url} was answered ${status}; is it the right address, and \`token\` a key of this target?`,
  );
}

function request(session: Session, url: string) {
  return {
    method: 'GET',
    url,
    headers: { accept: 'application/json', authorization: session.credential.header ?? '' },
    body: null,
  };
}
