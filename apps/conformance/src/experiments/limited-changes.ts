import { setTimeout as wait } from 'node:timers/promises';
import { Unmet } from '../engine/unmet.ts';
import { isRecord, type JsonObject } from '../records/is-record.ts';
import type { Mailbox } from '../session/receiver.ts';
import type { Session } from '../session/session.ts';
import { isMet } from '../target/needs.ts';
import type { Change } from './limited-request.ts';

const lateCallMs = 300;

/** Gives a sender profile a new label, or a new last name where its label could not be restored; null where not allowed. */
export async function profileUpdate(session: Session): Promise<Change | null> {
  if (!isMet('updates', session.target) || !isMet('senderProfile', session.target)) return null;
  const prepared = await prepareUpdate(session).catch(nullIfUnmet);
  if (prepared === null) return null;
  const { uuid, names, field } = prepared;
  const textOf = (attempt: number): string => `flooded ${session.state.id} ${attempt}`;
  return {
    operation: 'updateSenderProfile',
    once: false,
    send: async (api, attempt) => api.updateSenderProfile(uuid, { ...names, [field]: textOf(attempt) }),
    effectOf: async (attempt) => {
      const { json } = await session.api.control.getSenderProfile(uuid);
      return isRecord(json) && json[field] === textOf(attempt);
    },
  };
}

/** All that an update needs, got before the flood: its record is kept to be restored, too. */
async function prepareUpdate(
  session: Session,
): Promise<{ uuid: string; names: JsonObject; field: 'label' | 'last_name' }> {
  const [uuid = ''] = await session.specimens.senderProfiles();
  const { json } = await session.api.control.getSenderProfile(uuid);
  const record = isRecord(json) ? json : {};
  const names = Object.fromEntries(
    ['first_name', 'last_name']
      .filter((name) => typeof record[name] === 'string')
      .map((name) => [name, record[name]]),
  );
  const labelMayChange = await session.state.beforeUpdate(uuid, { label: '' }).catch(nullIfUnmet);
  return { uuid, names, field: labelMayChange === true ? 'label' : 'last_name' };
}

/** Deletes a sender profile made for it; null where that is not allowed or none can be made. */
export async function profileDeletion(session: Session): Promise<Change | null> {
  if (!isMet('deletes', session.target) || !isMet('disposableSenderProfile', session.target)) return null;
  const uuid = await session.specimens.disposableSenderProfile().catch(nullIfUnmet);
  if (uuid === null || !(await session.api.control.getSenderProfile(uuid)).ok) return null;
  let gone = false;
  const writeDown = (): void => {
    if (!gone) session.specimens.deleted('sender profile', uuid);
    gone = true;
  };
  return {
    operation: 'deleteSenderProfile',
    once: true,
    send: async (api) => {
      const answer = await api.deleteSenderProfile(uuid);
      if (answer.ok) writeDown();
      return answer;
    },
    effectOf: async () => {
      const { ok } = await session.api.control.getSenderProfile(uuid);
      if (!ok) writeDown();
      return !ok;
    },
  };
}

/** Asks for a call to an address of its own. */
export async function webhookTest(session: Session): Promise<Change> {
  const receiver = await session.receiver();
  const mailboxes = new Map<number, Mailbox>();
  const mailbox = (attempt: number): Mailbox => {
    const box = mailboxes.get(attempt) ?? receiver.open('/limited', 200);
    mailboxes.set(attempt, box);
    return box;
  };
  return {
    operation: 'testWebhook',
    once: false,
    send: async (api, attempt) =>
      api.testWebhook({
        event: 'sender_profile_sent_email',
        request_method: 'POST',
        target_url: mailbox(attempt).url,
      }),
    effectOf: async (attempt) => {
      await wait(lateCallMs);
      return mailbox(attempt).calls.length > 0;
    },
  };
}

function nullIfUnmet(error: unknown): null {
  if (error instanceof Unmet) return null;
  throw error;
}
