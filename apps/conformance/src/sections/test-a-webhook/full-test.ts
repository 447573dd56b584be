/** Finds out once whether the target accepts a test with the full configuration: the control of all smaller ones. */
import { classOf } from '../../records/answer-class.ts';
import { defineFinding } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import { namedEvent } from '../../account/known-webhook.ts';

/** The result of one test with the full configuration. */
export interface FullTest {
  readonly accepted: boolean;
  readonly status: number;
}

/** One POST test with event, request_method and target_url (Test a webhook). Spends one delivery. */
export const fullTest = defineFinding(async (session: Session): Promise<FullTest> => {
  const receiver = await session.receiver();
  const attempt = async (): Promise<FullTest> => {
    const mailbox = receiver.open('/full', 200);
    const { url } = mailbox;
    const configuration = { event: namedEvent, request_method: 'POST', target_url: url };
    const { ok, status } = await session.api.control.testWebhook(configuration);
    if (ok) session.state.account.calls.awaitsOne(mailbox);
    return { accepted: ok, status };
  };
  const first = await attempt();
  return classOf(first).effect !== 'perhaps' ? first : attempt();
});
