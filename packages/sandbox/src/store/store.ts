/** The sandbox's database: SQLite in memory, or a file that outlives the process. */
import type { DatabaseSync } from 'node:sqlite';
import type { Dialect } from '../dialect/dialect.ts';
import { keyTable } from './key-table.ts';
import type { KeyTable } from './key-table.ts';
import { prepared } from './prepared.ts';
import { integer, text } from './row.ts';
import { schema } from './schema.ts';
import { senderProfileTable } from './sender-profile-table.ts';
import type { SenderProfileTable } from './sender-profile-table.ts';
import { webhookTable } from './webhook-table.ts';
import type { WebhookTable } from './webhook-table.ts';

/** What a write did. */
export type WriteEffect = 'created' | 'updated' | 'deleted';

/** An account, with its team and users. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly teamId: number;
  readonly userIds: readonly number[];
}

/** All that the sandbox keeps. */
export interface Store {
  readonly keys: KeyTable;
  readonly webhooks: WebhookTable;
  readonly senderProfiles: SenderProfileTable;
  addAccount(account: Account): void;
  accounts(): Account[];
  /** A named value that belongs to the data, such as the signing key; null if there is none. */
  setting(name: string): string | null;
  keepSetting(name: string, value: string): void;
  /** Runs `write` as one transaction. */
  together(write: () => void): void;
  close(): void;
}

/** The data file cannot be opened or is not one of ours. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

/**
 * Opens the database.
 *
 * @param file - path of the data file; in memory if undefined
 * @param wrote - called for each write
 * @throws {DataFileError} if the file cannot be used
 */
export function openStore(
  file: string | undefined,
  listOrder: Dialect['listOrder'],
  wrote: (effect: WriteEffect) => void,
): Store {
  const database = openDatabase(file);
  const setting = prepared(database, 'SELECT value FROM meta WHERE name = ?');
  const keep = prepared(database, 'INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
  return {
    keys: keyTable(database, wrote),
    webhooks: webhookTable(database, listOrder, wrote),
    senderProfiles: senderProfileTable(database, wrote),
    ...accountTables(database),
    setting: (name) => {
      const row = setting().get(name);
      return row === undefined ? null : text(row, 'value');
    },
    keepSetting: (name, value) => {
      keep().run(name, value);
    },
    together: (write) => {
      database.exec('BEGIN');
      try {
        write();
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function openDatabase(file: string | undefined): DatabaseSync {
  try {
    // Where Node.js is too old, an import would fail before `supported-node.ts` can say so.
    const sqlite = process.getBuiltinModule('node:sqlite');
    const database = new sqlite.DatabaseSync(file ?? ':memory:');
    // FULL syncs the log at each commit: what was answered survives a power failure, let alone a kill -9.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000');
    database.exec(schema);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataFileError(`the data file ${file ?? '(memory)'} cannot be used: ${reason}`);
  }
}

function accountTables(database: DatabaseSync): Pick<Store, 'addAccount' | 'accounts'> {
  const addAccount = prepared(database, 'INSERT INTO accounts (id, name) VALUES (?, ?)');
  const addTeam = prepared(database, 'INSERT INTO teams (id, account_id, name) VALUES (?, ?, ?)');
  const addUser = prepared(database, 'INSERT INTO users (id, team_id, name) VALUES (?, ?, ?)');
  const accounts = prepared(
    database,
    'SELECT a.id, a.name, t.id AS team_id FROM accounts a JOIN teams t ON t.account_id = a.id ORDER BY a.id',
  );
  const users = prepared(database, 'SELECT id FROM users WHERE team_id = ? ORDER BY id');
  return {
    addAccount: (account) => {
      addAccount().run(account.id, account.name);
      addTeam().run(account.teamId, account.id, `${account.name} team`);
      for (const id of account.userIds) addUser().run(id, account.teamId, `User ${id}`);
    },
    accounts: () =>
      accounts()
        .all()
        .map((row) => ({
          id: integer(row, 'id'),
          name: text(row, 'name'),
          teamId: integer(row, 'team_id'),
          userIds: users()
            .all(integer(row, 'team_id'))
            .map((user) => integer(user, 'id')),
        })),
  };
}
