/** Listens for webhook calls as a run would, and calls itself. */
import { request } from 'undici';
import { systemClock } from '@outreach-api/engine';
import type { Session } from '../session/session.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { receiverCanBeReached } from '../target/needs.ts';
import type { Examined, Finding } from './finding.ts';

const patienceMs = 5000;

/** Listens for webhook calls as a run would, and calls itself by the address that the target would be given. */
export async function examineReceiver(session: Session): Promise<Examined> {
  const { target } = session;
  const found = await findingOf(session);
  const allow = found.state === 'works' ? target.allow : { ...target.allow, deliveries: 0 };
  return { findings: [found], usable: { ...target, allow } };
}

async function findingOf(session: Session): Promise<Finding> {
  const { allow, receiver } = session.target;
  const what = 'receiver';
  if (allow.deliveries === 0 && receiver.publicUrl === null)
    return { state: 'not given', what, text: 'no webhook call is allowed' };
  if (!receiverCanBeReached(session.target))
    return {
      state: 'FAILS',
      what,
      text: `listens on ${receiver.listen}, where the target cannot reach it: set \`receiver.publicUrl\``,
    };
  try {
    const mailbox = (await session.receiver()).open('/doctor', 207);
    const why = await whyNotReached(mailbox.url);
    const origin = new URL(mailbox.url).origin;
    if (why === null && mailbox.calls.length > 0)
      return { state: 'works', what, text: `listens, and can be reached at ${origin} from here` };
    const seen = why ?? 'another server answers there';
    return {
      state: 'FAILS',
      what,
      text: `listens on ${receiver.listen}, but cannot be reached at ${origin} from here: ${seen}`,
    };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { state: 'FAILS', what, text: error.message };
  }
}

async function whyNotReached(url: string): Promise<string | null> {
  try {
    const { body } = await request(url, { method: 'POST', signal: systemClock.timeout(patienceMs) });
    await body.dump();
    return null;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${patienceMs} ms`;
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}
