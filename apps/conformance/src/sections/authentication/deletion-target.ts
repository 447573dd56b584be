/** A disposable record, and how an intruder tries to delete it (Authentication). */
import { isDeepStrictEqual } from 'node:util';
import { listedNow } from '../../account/list-now.ts';
import { isGone } from '../../account/profile-gone.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import type { Session } from '../../session/session.ts';
import { disclosedIn } from './disclosed-in.ts';
import type { Attempt, Trespassers } from './trespass.ts';
import { attemptsOf, type Answered } from './trespass-on-reads.ts';

/** A disposable record, and how to try to delete it. */
export interface DeletionTarget {
  readonly uuid: string;
  readonly kind: 'webhook' | 'sender profile';
  /** Whether the owner's module created it and can create another. */
  readonly wasMade: boolean;
  /** Whether it exists before any attempt. */
  readonly isThere: () => Promise<boolean>;
  /** Whether it still exists; a webhook must also be unchanged, since only its owner changes it. */
  readonly remains: () => Promise<boolean>;
  /** Whether it is gone: a changed record may still exist. */
  readonly isGone: () => Promise<boolean>;
  tryAs(names: Trespassers): Promise<readonly Attempt[]>;
}

/** A disposable webhook. @throws Unmet if none is left */
export async function webhookToDelete(session: Session): Promise<DeletionTarget> {
  const uuid = await session.fixtures.disposableWebhook();
  let record: JsonObject | null = null;
  return {
    uuid,
    kind: 'webhook',
    wasMade: session.fixtures.madeWebhooks.includes(uuid),
    isThere: async () => {
      record = await listedNow(session, uuid);
      return record !== null;
    },
    remains: async () => {
      const listed = await listedNow(session, uuid);
      return listed !== null && (record === null || isDeepStrictEqual(listed, record));
    },
    isGone: async () => (await listedNow(session, uuid)) === null,
    tryAs: async (some) => {
      const tried = await attemptsOf(some, session, async (api) => api.deleteWebhook(uuid));
      return tried.map((one) => withDisclosed(one, record ?? {}));
    },
  };
}

/** A disposable sender profile. @throws Unmet if none is left */
export async function profileToDelete(session: Session): Promise<DeletionTarget> {
  const uuid = await session.fixtures.disposableSenderProfile();
  const { ok, json } = await session.api.control.getSenderProfile(uuid);
  const record = ok && isRecord(json) ? json : {};
  return {
    uuid,
    kind: 'sender profile',
    wasMade: session.fixtures.madeSenderProfiles.includes(uuid),
    isThere: async () => ok || !(await isGone(session, uuid)),
    remains: async () => !(await isGone(session, uuid)),
    isGone: async () => isGone(session, uuid),
    tryAs: async (some) => {
      const tried = await attemptsOf(some, session, async (api) => api.deleteSenderProfile(uuid));
      return tried.map((one) => withDisclosed(one, record));
    },
  };
}

/** Releases a record that was not deleted. */
export function giveBack({ fixtures }: Session, { kind, uuid }: Pick<DeletionTarget, 'kind' | 'uuid'>): void {
  fixtures.giveBack(kind === 'webhook' ? 'webhooks' : 'senderProfiles', uuid);
}

/** Records what happened to a record that has changed. */
export async function settle(
  { fixtures }: Session,
  { kind, uuid, isGone: isLost }: DeletionTarget,
): Promise<void> {
  fixtures.settle(kind, uuid, (await isLost()) ? 'gone' : 'there');
}

function withDisclosed({ attempt, answer }: Answered, record: JsonObject): Attempt {
  return { ...attempt, disclosed: disclosedIn(answer.text, record) };
}
