/** The requests that are tried while the account is limited, besides the list (Errors; Limits). */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { disposableRecord, release, settle, type DisposableRecord } from '../../account/disposable-record.ts';
import { createdCredentialIn, unusedName } from '../../account/made-key.ts';
import { namedEvent } from '../../account/known-webhook.ts';
import type { Mailbox } from '@outreach-api/wire/receiver';
import type { MadeKind } from '../../ledger/ledger-line.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { OperationId } from '@outreach-api/model/records/operation';
import { textFields } from '@outreach-api/model/records/profile-fields';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';

/** The number of a request; or the one sent after the limit has lifted, or before it was reached. */
export type Attempt = number | 'before' | 'later';

/** A request that can be tried while limited, and its effect, if any, as seen afterwards. */
export interface LimitedTry {
  readonly operation: OperationId;
  /**
   * What it uses up. A record can be used once. A key cannot be revoked: its creation is not sent before the flood, and
   * how soon it is accepted again proves nothing, since keys are limited, too.
   */
  readonly uses: 'nothing' | 'a record' | 'a key';
  /** Sends it; a different request each time, so that their effects can be distinguished. */
  send(api: Api, attempt: Attempt): Promise<Answer>;
  /** Whether it can be tried again after this answer; always if not set. */
  continues?(answer: Answer): boolean;
  /** Whether the effect of any of those is visible; null if it only reads. */
  readonly effectOf: ((attempts: readonly Attempt[]) => Promise<boolean>) | null;
}

const lateCallMs = 300;
/** Records of each kind: a limit may let the first deletion through. */
const mostRecords = 2;

/** All but the webhook test, as far as the target's owner allows them. A new key may replace others: it comes last. */
export async function limitedTries(session: Session): Promise<readonly LimitedTry[]> {
  const tries = [
    await deletion('deleteSenderProfile', 'sender profile', session),
    await deletion('deleteWebhook', 'webhook', session),
    await profileUpdate(session),
    await profileRead(session),
    keyCreation(session),
  ];
  return tries.filter((one) => one !== null);
}

/** Requests a call to a separate address. One delivery is reserved for the control. */
export async function webhookTest(session: Session): Promise<LimitedTry> {
  const receiver = await session.receiver();
  const mailboxes = new Map<Attempt, Mailbox>();
  return {
    operation: 'testWebhook',
    uses: 'nothing',
    send: async (api, attempt) => {
      if (attempt !== 'later' && session.state.budgets.left('deliveries') < 2)
        throw new Unmet('the last webhook call is reserved for when the limit has lifted');
      const box = mailboxes.get(attempt) ?? receiver.open('/limited', 200);
      mailboxes.set(attempt, box);
      return api.testWebhook({ event: namedEvent, request_method: 'POST', target_url: box.url });
    },
    effectOf: async (attempts) => {
      await session.clock.wait(lateCallMs);
      return attempts.some((attempt) => (mailboxes.get(attempt)?.calls.length ?? 0) > 0);
    },
  };
}

async function profileRead(session: Session): Promise<LimitedTry | null> {
  const uuid = await profileAtHand(session);
  if (uuid === null) return null;
  return {
    operation: 'getSenderProfile',
    uses: 'nothing',
    send: async (api) => api.getSenderProfile(uuid),
    effectOf: null,
  };
}

/** Gives a sender profile new names and a new label, as far as they can be restored. */
async function profileUpdate(session: Session): Promise<LimitedTry | null> {
  const uuid = isMet('updates', session.target) ? await profileAtHand(session) : null;
  if (uuid === null) return null;
  // Before the flood: its record is also kept for restoring.
  const isRestorable = await Promise.all(
    textFields.map(async (field) => session.state.profiles.keep(uuid, [field]).catch(whereUnmet(false))),
  );
  const fields = textFields.filter((_, index) => isRestorable[index]);
  if (fields.length === 0) return null;
  const textOf = (attempt: Attempt): string => `flooded ${session.state.id} ${attempt}`;
  return {
    operation: 'updateSenderProfile',
    uses: 'nothing',
    send: async (api, attempt) =>
      api.updateSenderProfile(uuid, Object.fromEntries(fields.map((field) => [field, textOf(attempt)]))),
    effectOf: async (attempts) => {
      const { json } = await session.api.control.getSenderProfile(uuid);
      const texts = attempts.map(textOf);
      // Any of them: a limit between two writes leaves the update half done.
      return isRecord(json) && fields.some((field) => texts.some((text) => json[field] === text));
    },
  };
}

/** Creates a key, if one was accepted earlier in this run. One is reserved for the control. */
function keyCreation(session: Session): LimitedTry | null {
  const { state, target } = session;
  const isAccepted = state.successes.of('createApiKey').length > 0;
  const isSpent = (): boolean => state.budgets.left('createApiKeys') < 2;
  if (!isMet('createApiKeys', target) || !isAccepted || isSpent()) return null;
  return {
    operation: 'createApiKey',
    uses: 'a key',
    send: async (api, attempt) => {
      if (attempt !== 'later' && isSpent())
        throw new Unmet('the last key is reserved for when the limit has lifted');
      const answer = await api.createApiKey({ name: unusedName(session, `limited ${attempt}`) });
      state.account.keys.latestWhileLimited =
        createdCredentialIn(answer) ?? state.account.keys.latestWhileLimited;
      return answer;
    },
    effectOf: null,
  };
}

/** Deletes a record that was made for this, then another if that was accepted. */
async function deletion(
  operation: 'deleteWebhook' | 'deleteSenderProfile',
  kind: MadeKind,
  session: Session,
): Promise<LimitedTry | null> {
  const need = kind === 'webhook' ? 'disposableWebhook' : 'disposableSenderProfile';
  if (!isMet('deletes', session.target) || !isMet(need, session.target)) return null;
  const [first, ...spare] = await recordsOf(kind, session);
  if (first === undefined) return null;
  let record = first;
  return {
    operation,
    uses: 'a record',
    send: async (api) => {
      const answer = await record.remove(api);
      if (answer.ok) settle(session, record, 'unknown');
      return answer;
    },
    continues: (answer) => {
      // A record that may be gone reveals nothing more.
      const isLimited = classOf(answer).kind === 'limited';
      if (isLimited) for (const one of spare.splice(0)) release(session, one, 'as it was');
      if (isLimited || (answer.ok && spare.length === 0)) return false;
      if (answer.ok) record = spare.shift() ?? record;
      return true;
    },
    effectOf: async () => {
      const seen = await record.look().catch(whereUnmet('unknown' as const));
      settle(session, record, seen);
      return seen === 'gone';
    },
  };
}

/** Fewer if no more can be created. */
async function recordsOf(kind: MadeKind, session: Session): Promise<readonly DisposableRecord[]> {
  const records: DisposableRecord[] = [];
  while (records.length < mostRecords) {
    const record = await disposableRecord(kind, session).catch(whereUnmet(null));
    if (record === null) break;
    records.push(record);
  }
  return records;
}

async function profileAtHand(session: Session): Promise<string | null> {
  if (!isMet('senderProfile', session.target)) return null;
  const [uuid] = (await session.fixtures.senderProfiles().catch(whereUnmet(null))) ?? [];
  return uuid ?? null;
}
