/** A disposable record, and how somebody tries to delete it (Authentication). */
import { isDeepStrictEqual } from 'node:util';
import { listedNow } from '../../account/list-now.ts';
import { isGone } from '../../account/profile-gone.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import type { Session } from '../../session/session.ts';
import { disclosedIn } from './disclosed-in.ts';
import type { Attempt, Trespassers } from './trespass.ts';
import { attemptsOf, type Answered } from './trespass-on-reads.ts';

/** A disposable record, and how to try to delete it. */
export interface Prey {
  readonly uuid: string;
  readonly kind: 'webhook' | 'sender profile';
  /** Whether the owner's module made it, and can make another one. */
  readonly wasMade: boolean;
  /** Whether it is there before anybody tries. */
  readonly isThere: () => Promise<boolean>;
  /** Whether it is still there; a webhook as it was, which nobody but an owner changes. */
  readonly remains: () => Promise<boolean>;
  /** Whether it is gone: what is not as it was may still be there. */
  readonly isGone: () => Promise<boolean>;
  tryAs(names: Trespassers): Promise<readonly Attempt[]>;
}

/** A disposable webhook. @throws Unmet where none is left */
export async function webhookPrey(session: Session): Promise<Prey> {
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

/** A disposable sender profile. @throws Unmet where none is left */
export async function profilePrey(session: Session): Promise<Prey> {
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

/** Lets others have a record that was not deleted. */
export function giveBack({ fixtures }: Session, { kind, uuid }: Pick<Prey, 'kind' | 'uuid'>): void {
  fixtures.giveBack(kind === 'webhook' ? 'webhooks' : 'senderProfiles', uuid);
}

/** Writes down what became of a record that is no longer as it was. */
export async function settle({ fixtures }: Session, { kind, uuid, isGone: isLost }: Prey): Promise<void> {
  fixtures.settle(kind, uuid, (await isLost()) ? 'gone' : 'there');
}

function withDisclosed({ attempt, answer }: Answered, record: JsonObject): Attempt {
  return { ...attempt, disclosed: disclosedIn(answer.text, record) };
}
