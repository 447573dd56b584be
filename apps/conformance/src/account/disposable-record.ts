/** Records that may be deleted, and what is seen of them when somebody who must not delete them tries to. */
import { isDeepStrictEqual } from 'node:util';
import { Unmet } from '@outreach-api/engine';
import type { Answer } from '@outreach-api/model/records/exchange';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { hasUuid } from '@outreach-api/model/records/page';
import type { MadeKind } from '../ledger/ledger-line.ts';
import type { Api } from '../session/api.ts';
import type { Session } from '../session/session.ts';
import { listWith } from './known-webhook.ts';
import { listedNow } from './list-now.ts';
import { isGone } from './profile-gone.ts';

/** What is seen of a record. */
export type Seen = 'as it was' | 'changed' | 'gone';

/** A record that may be deleted. Its holder releases it. */
export interface DisposableRecord {
  readonly uuid: string;
  readonly kind: MadeKind;
  /** Whether the owner's module created it and can create another. */
  readonly wasMade: boolean;
  /** As its owner was shown it; empty if that showed no record. */
  readonly before: JsonObject;
  /** Asks to delete it. */
  readonly remove: (api: Api) => Promise<Answer>;
  /** A webhook must also be unchanged, since only its owner changes it. @throws Unmet if that cannot be seen */
  readonly look: () => Promise<Seen>;
}

/** The records of one kind: the next one, how it is deleted and looked at. */
interface Kind {
  readonly take: (session: Session) => Promise<string>;
  readonly isMade: (session: Session, uuid: string) => boolean;
  /** Null if it is not there. */
  readonly before: (session: Session, uuid: string) => Promise<JsonObject | null>;
  readonly remove: (api: Api, uuid: string) => Promise<Answer>;
  readonly look: (session: Session, uuid: string, before: JsonObject) => Promise<Seen>;
}

const kinds: Readonly<Record<MadeKind, Kind>> = {
  webhook: {
    take: async ({ fixtures }) => fixtures.disposableWebhook(),
    isMade: ({ fixtures }, uuid) => fixtures.madeWebhooks.includes(uuid),
    before: async (session, uuid) =>
      (await listWith(session, uuid))?.records.find((record) => hasUuid(record, uuid)) ?? null,
    remove: async (api, uuid) => api.deleteWebhook(uuid),
    look: async (session, uuid, before) => {
      const now = await listedNow(session, uuid);
      if (now === null) return 'gone';
      return isDeepStrictEqual(now, before) ? 'as it was' : 'changed';
    },
  },
  'sender profile': {
    take: async ({ fixtures }) => fixtures.disposableSenderProfile(),
    isMade: ({ fixtures }, uuid) => fixtures.madeSenderProfiles.includes(uuid),
    before: async (session, uuid) => {
      const { ok, json } = await session.api.control.getSenderProfile(uuid);
      if (!ok) return (await isGone(session, uuid)) ? null : {};
      return isRecord(json) ? json : {};
    },
    remove: async (api, uuid) => api.deleteSenderProfile(uuid),
    look: async (session, uuid) => ((await isGone(session, uuid)) ? 'gone' : 'as it was'),
  },
};

/** Why a record cannot be found. @param wasMade - whether the owner's module made it for this run */
export function whyMissing(kind: MadeKind, uuid: string, wasMade: boolean): string {
  return wasMade
    ? `the ${kind} ${uuid}, which was made for this run, is not shown, or not yet`
    : `the disposable ${kind} ${uuid} does not exist: did an earlier run delete it?`;
}

/**
 * A disposable record that is there.
 *
 * @param mostTries - how many are looked for: more than one where some that were given back may be gone by now
 * @throws Unmet if there is none
 */
export async function disposableRecord(
  kind: MadeKind,
  session: Session,
  mostTries = 1,
): Promise<DisposableRecord> {
  const { take, isMade, before: find, remove, look } = kinds[kind];
  const uuid = await take(session);
  const before = await find(session, uuid);
  if (before === null && mostTries > 1) {
    session.fixtures.settle(kind, uuid, 'gone');
    return disposableRecord(kind, session, mostTries - 1);
  }
  if (before === null) throw new Unmet(whyMissing(kind, uuid, isMade(session, uuid)));
  return {
    uuid,
    kind,
    wasMade: isMade(session, uuid),
    before,
    remove: async (api) => remove(api, uuid),
    look: async () => look(session, uuid, before),
  };
}

/** How many records are looked for late in a run: those that were given back may be gone. */
export const mostLooks = 8;

/** Gives a record back that is as it was; otherwise records what became of it. */
export function release(session: Session, record: DisposableRecord, seen: Seen): void {
  const { kind, uuid } = record;
  if (seen !== 'as it was') settle(session, record, seen);
  else session.fixtures.giveBack(kind === 'webhook' ? 'webhooks' : 'senderProfiles', uuid);
}

/** Records what became of a record; the next caller does not get it. */
export function settle(
  { fixtures }: Session,
  { kind, uuid }: DisposableRecord,
  seen: Seen | 'unknown',
): void {
  fixtures.settle(kind, uuid, seen === 'gone' || seen === 'unknown' ? seen : 'there');
}
