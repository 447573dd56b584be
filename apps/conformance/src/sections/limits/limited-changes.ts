/** The requests tried while the account is limited, besides the list. */
import { textFields } from '../../records/profile-fields.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { isRecord } from '../../records/is-record.ts';
import type { Mailbox } from '../../http/receiver.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import { createdCredentialIn } from '../../account/made-key.ts';
import type { Attempt, LimitedTry } from './limited-request.ts';

const lateCallMs = 300;

/** Reads a sender profile; null if there is none. */
export async function profileRead(session: Session): Promise<LimitedTry | null> {
  if (!isMet('senderProfile', session.target)) return null;
  const [uuid] = (await session.fixtures.senderProfiles().catch(whereUnmet(null))) ?? [];
  if (uuid === undefined) return null;
  return {
    operation: 'getSenderProfile',
    once: false,
    send: async (api) => api.getSenderProfile(uuid),
    effectOf: null,
  };
}

/** Gives a sender profile new names and a new label, as far as they can be restored; null if not allowed. */
export async function profileUpdate(session: Session): Promise<LimitedTry | null> {
  if (!isMet('updates', session.target) || !isMet('senderProfile', session.target)) return null;
  const prepared = await prepareUpdate(session).catch(whereUnmet(null));
  if (prepared === null) return null;
  const { uuid, fields } = prepared;
  const textOf = (attempt: Attempt): string => `flooded ${session.state.id} ${attempt}`;
  return {
    operation: 'updateSenderProfile',
    once: false,
    send: async (api, attempt) =>
      api.updateSenderProfile(uuid, Object.fromEntries(fields.map((field) => [field, textOf(attempt)]))),
    effectOf: async (attempts) => {
      const { json } = await session.api.control.getSenderProfile(uuid);
      // Any of them: a limit between two writes leaves the update half done.
      return (
        isRecord(json) && attempts.map(textOf).some((text) => fields.some((field) => json[field] === text))
      );
    },
  };
}

/** All that an update needs, fetched before the flood: its record is also kept for restoring. */
async function prepareUpdate(
  session: Session,
): Promise<{ readonly uuid: string; readonly fields: readonly string[] }> {
  const [uuid = ''] = await session.fixtures.senderProfiles();
  const isRestorable = await Promise.all(
    textFields.map(async (field) => session.state.profiles.keep(uuid, [field]).catch(whereUnmet(false))),
  );
  const fields = textFields.filter((_, index) => isRestorable[index]);
  if (fields.length === 0) throw new Unmet(`no field of sender profile ${uuid} could be restored`);
  return { uuid, fields };
}

/**
 * Creates a key, if one was accepted earlier in this run; null if not. It is not sent before the flood: a key cannot
 * be revoked. One is reserved for the control.
 */
export function keyCreation(session: Session): LimitedTry | null {
  const { budgets } = session.state;
  const isTaken = session.state.successes.of('createApiKey').length > 0;
  if (!isMet('createApiKeys', session.target) || !isTaken || budgets.left('createApiKeys') < 2) return null;
  return {
    operation: 'createApiKey',
    once: false,
    spared: true,
    send: async (api, attempt) => {
      if (attempt !== 'later' && budgets.left('createApiKeys') < 2)
        throw new Unmet('the last key is reserved for when the limit has lifted');
      const answer = await api.createApiKey({ name: `conformance ${session.state.id} limited ${attempt}` });
      const credential = createdCredentialIn(answer);
      if (credential !== null) session.state.account.keys.latestWhileLimited = credential;
      return answer;
    },
    effectOf: null,
  };
}

/** Requests a call to a separate address. One delivery is reserved for the control. */
export async function webhookTest(session: Session): Promise<LimitedTry> {
  const receiver = await session.receiver();
  const mailboxes = new Map<Attempt, Mailbox>();
  const mailbox = (attempt: Attempt): Mailbox => {
    const box = mailboxes.get(attempt) ?? receiver.open('/limited', 200);
    mailboxes.set(attempt, box);
    return box;
  };
  return {
    operation: 'testWebhook',
    once: false,
    send: async (api, attempt) => {
      if (attempt !== 'later' && session.state.budgets.left('deliveries') < 2)
        throw new Unmet('the last webhook call is reserved for when the limit has lifted');
      return api.testWebhook({
        event: 'sender_profile_sent_email',
        request_method: 'POST',
        target_url: mailbox(attempt).url,
      });
    },
    effectOf: async (attempts) => {
      await session.clock.wait(lateCallMs);
      return attempts.some((attempt) => mailbox(attempt).calls.length > 0);
    },
  };
}
