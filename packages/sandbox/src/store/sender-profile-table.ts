/** The sender profiles of all accounts in the database. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { StoredSenderProfile } from '../records.ts';
import { prepared } from './prepared.ts';
import { integer, integerOrNull, text, textOrNull } from './row.ts';
import type { Row } from './row.ts';

/** Reads and writes sender profiles. */
export interface SenderProfileTable {
  insert(profile: StoredSenderProfile): void;
  /** The profile with this uuid, whichever account it belongs to. */
  find(uuid: string): StoredSenderProfile | null;
  /** Stores what an update may change: names, label, schedule, status and both times. */
  update(profile: StoredSenderProfile): boolean;
  delete(uuid: string): boolean;
  ofAccount(accountId: number): StoredSenderProfile[];
  all(): StoredSenderProfile[];
}

/** The table. `wrote` is called for each changed row. */
export function senderProfileTable(
  database: DatabaseSync,
  wrote: (effect: 'created' | 'updated' | 'deleted') => void,
): SenderProfileTable {
  const { insert, find, update, remove, ofAccount, all } = statements(database);
  const noted = (changes: number | bigint, effect: 'updated' | 'deleted'): boolean => {
    if (changes !== 0) wrote(effect);
    return changes !== 0;
  };
  return {
    insert: (profile) => {
      insert().run(...inserted(profile));
      wrote('created');
    },
    find: (uuid) => {
      const row = find().get(uuid);
      return row === undefined ? null : senderProfileFrom(row);
    },
    update: (p) => {
      const { changes } = update().run(
        p.firstName,
        p.lastName,
        p.label,
        p.status,
        p.schedule,
        p.teamId,
        p.userId,
        p.createdAt,
        p.updatedAt,
        p.uuid,
      );
      return noted(changes, 'updated');
    },
    delete: (uuid) => noted(remove().run(uuid).changes, 'deleted'),
    ofAccount: (accountId) =>
      ofAccount()
        .all(accountId)
        .map((row) => senderProfileFrom(row)),
    all: () =>
      all()
        .all()
        .map((row) => senderProfileFrom(row)),
  };
}

function inserted(p: StoredSenderProfile): SQLInputValue[] {
  const owner = [p.uuid, p.accountId, p.teamId, p.userId];
  const links = [
    p.linkedinServerId,
    p.linkedinBrowserUuid,
    p.linkedinAccountUuid,
    p.mailboxUuid,
    p.assigneeUserId,
  ];
  return [
    ...owner,
    ...links,
    p.firstName,
    p.lastName,
    p.label,
    p.status,
    p.schedule,
    p.createdAt,
    p.updatedAt,
  ];
}

function statements(database: DatabaseSync) {
  const insert = prepared(
    database,
    `INSERT INTO sender_profiles (uuid, account_id, team_id, user_id, linkedin_server_id, linkedin_browser_uuid,
       linkedin_account_uuid, mailbox_uuid, assignee_user_id, first_name, last_name, label, status, schedule,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = prepared(database, 'SELECT * FROM sender_profiles WHERE uuid = ?');
  const update = prepared(
    database,
    `UPDATE sender_profiles SET first_name = ?, last_name = ?, label = ?, status = ?, schedule = ?, team_id = ?,
       user_id = ?, created_at = ?, updated_at = ? WHERE uuid = ?`,
  );
  const remove = prepared(database, 'DELETE FROM sender_profiles WHERE uuid = ?');
  const ofAccount = prepared(database, 'SELECT * FROM sender_profiles WHERE account_id = ? ORDER BY id');
  const all = prepared(database, 'SELECT * FROM sender_profiles ORDER BY id');
  return { insert, find, update, remove, ofAccount, all };
}

function senderProfileFrom(row: Row): StoredSenderProfile {
  return {
    uuid: text(row, 'uuid'),
    accountId: integer(row, 'account_id'),
    teamId: integer(row, 'team_id'),
    userId: integer(row, 'user_id'),
    linkedinServerId: integerOrNull(row, 'linkedin_server_id'),
    linkedinBrowserUuid: textOrNull(row, 'linkedin_browser_uuid'),
    linkedinAccountUuid: textOrNull(row, 'linkedin_account_uuid'),
    mailboxUuid: textOrNull(row, 'mailbox_uuid'),
    assigneeUserId: integerOrNull(row, 'assignee_user_id'),
    firstName: text(row, 'first_name'),
    lastName: text(row, 'last_name'),
    label: textOrNull(row, 'label'),
    status: text(row, 'status'),
    schedule: textOrNull(row, 'schedule'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  };
}
