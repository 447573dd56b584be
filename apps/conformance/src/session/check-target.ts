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
    const isJson = outcome.answer.json !== undefined;
    session.state.liveness.controls = ['', '?limit=1'].map((query) => ({
      path: `/integrations/api/webhooks${query}`,
      isJson,
    }));
    return;
  }
  for (const uuid of fixtures.senderProfiles.slice(0, 1)) {
    const path = `/flows/api/sender-profiles/${uuid}`;
    const other = await session.state.transport.send(request(session, `${baseUrl}${path}`), { attempts });
    if (other.kind === 'answered' && other.answer.ok) {
      session.state.liveness.controls = [{ path, isJson: other.answer.json !== undefined }];
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
