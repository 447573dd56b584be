/** Looks for a key in the refusal of a creation: then one was created anyway (Create an API key). */
import { bearer } from '@outreach-api/model/records/credential';
import type { Answer } from '@outreach-api/model/records/exchange';
import { tokensIn } from '@outreach-api/model/records/tokens-in';
import type { Session } from '../session/session.ts';

/** Whether a refusal shows a new key that is accepted: one was created anyway. Null if it shows nothing like a key. */
export async function showsNewKey(session: Session, answer: Answer): Promise<boolean | null> {
  const { history, ledger } = session.state;
  const shown = tokensIn(answer)
    .map((token) => bearer('a key that a refused creation shows', token, '$OUTREACH_CREATED_KEY'))
    .filter((key) => history.callers.of(key).kind === 'intruder');
  for (const key of shown) {
    if (!(await session.as(key).listWebhooks()).ok) continue;
    ledger.add('created api key, by a request that was refused', 'shown in the refusal');
    return true;
  }
  return shown.length > 0 ? false : null;
}
