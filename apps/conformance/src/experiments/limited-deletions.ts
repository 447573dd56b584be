/** The deletions that are tried while the account is limited (Errors; Limits). */
import { setTimeout as wait } from 'node:timers/promises';
import { whereUnmet } from '../engine/unmet.ts';
import type { Api, OperationId } from '../session/api.ts';
import type { Answer } from '../session/exchange.ts';
import type { MadeKind } from '../session/ledger-line.ts';
import type { Session } from '../session/session.ts';
import { isMet } from '../target/needs.ts';
import { becomesListed } from './known-webhook.ts';
import type { LimitedTry } from './limited-request.ts';
import { isListed, listNow } from './list-now.ts';
import { forgetTheList } from './list-walk.ts';
import { isGone } from './profile-gone.ts';

/** What is missing from the list is looked for again: not each copy of it must know of a new webhook yet. */
const lookAgainMs = 300;

/** Deletes a sender profile made for it; null where that is not allowed or none can be made. */
export async function profileDeletion(session: Session): Promise<LimitedTry | null> {
  if (!isMet('deletes', session.target) || !isMet('disposableSenderProfile', session.target)) return null;
  const uuid = await session.specimens.disposableSenderProfile().catch(whereUnmet(null));
  if (uuid === null || !(await session.api.control.getSenderProfile(uuid)).ok) return null;
  return deletion(session, {
    operation: 'deleteSenderProfile',
    kind: 'sender profile',
    uuid,
    send: async (api) => api.deleteSenderProfile(uuid),
    isGone: async () => isGone(session, uuid),
  });
}

/** Deletes a webhook made for it; null where that is not allowed or none can be made. */
export async function webhookDeletion(session: Session): Promise<LimitedTry | null> {
  if (!isMet('deletes', session.target) || !isMet('disposableWebhook', session.target)) return null;
  const uuid = await session.specimens.disposableWebhook().catch(whereUnmet(null));
  if (uuid === null || !(await becomesListed(session, uuid).catch(whereUnmet(false)))) return null;
  const isUnlisted = async (): Promise<boolean> => !isListed(await listNow(session.api.control), uuid);
  return deletion(session, {
    operation: 'deleteWebhook',
    kind: 'webhook',
    uuid,
    send: async (api) => {
      forgetTheList(session);
      return api.deleteWebhook(uuid);
    },
    isGone: async () => {
      if (!(await isUnlisted())) return false;
      await wait(lookAgainMs);
      return isUnlisted();
    },
  });
}

/** A record that may be deleted, and how to tell that it was. */
interface Doomed {
  readonly operation: OperationId;
  readonly kind: MadeKind;
  readonly uuid: string;
  send(api: Api): Promise<Answer>;
  /** @throws Unmet where it cannot be known */
  isGone(): Promise<boolean>;
}

function deletion({ specimens }: Session, { operation, kind, uuid, ...doomed }: Doomed): LimitedTry {
  let written = false;
  const writeDown = (): void => {
    if (!written) specimens.deleted(kind, uuid);
    written = true;
  };
  return {
    operation,
    once: true,
    send: async (api) => {
      const answer = await doomed.send(api);
      if (answer.ok) writeDown();
      return answer;
    },
    effectOf: async () => {
      const isGoneNow = await doomed.isGone().catch(whereUnmet(false));
      if (isGoneNow) writeDown();
      return isGoneNow;
    },
  };
}
