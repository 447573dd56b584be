/** The webhooks of all accounts in the database. */
import type { DatabaseSync } from 'node:sqlite';
import type { Dialect } from '../dialect/dialect.ts';
import type { StoredWebhook } from '../records.ts';
import { keptUntilWritten } from './kept-until-written.ts';
import { integer, text, textOrNull } from './row.ts';
import type { Row } from './row.ts';

const order: Record<Dialect['listOrder'], string> = {
  oldest: 'id',
  newest: 'id DESC',
  uuid: 'uuid',
  'target-url': 'target_url, uuid',
};

/** Reads and writes webhooks; each statement is prepared once. */
export interface WebhookTable {
  insert(webhook: StoredWebhook): void;
  /** The webhook with this uuid, whichever account it belongs to. */
  find(uuid: string): StoredWebhook | null;
  delete(uuid: string): boolean;
  count(accountId: number): number;
  slice(accountId: number, offset: number, limit: number): StoredWebhook[];
  all(): StoredWebhook[];
}

/** The table, listed in the order of the dialect. `wrote` is called for each changed row. */
export function webhookTable(
  database: DatabaseSync,
  listOrder: Dialect['listOrder'],
  wrote: (effect: 'created' | 'deleted') => void,
): WebhookTable {
  const insert = database.prepare(
    `INSERT INTO webhooks (uuid, account_id, event, request_method, target_url, name, delivery_count, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare('SELECT * FROM webhooks WHERE uuid = ? ORDER BY id LIMIT 1');
  const remove = database.prepare('DELETE FROM webhooks WHERE uuid = ?');
  const listOf = database.prepare(`SELECT * FROM webhooks WHERE account_id = ? ORDER BY ${order[listOrder]}`);
  const all = database.prepare('SELECT * FROM webhooks ORDER BY id');
  const list = keptUntilWritten(database, (accountId: number) =>
    listOf.all(accountId).map((row) => webhookFrom(row)),
  );
  return {
    insert: (w) => {
      insert.run(
        w.uuid,
        w.accountId,
        w.event,
        w.requestMethod,
        w.targetUrl,
        w.name,
        w.deliveryCount,
        w.createdAt,
      );
      wrote('created');
    },
    find: (uuid) => {
      const row = find.get(uuid);
      return row === undefined ? null : webhookFrom(row);
    },
    delete: (uuid) => {
      const gone = remove.run(uuid).changes !== 0;
      if (gone) wrote('deleted');
      return gone;
    },
    count: (accountId) => list(accountId).length,
    slice: (accountId, offset, limit) => list(accountId).slice(offset, offset + limit),
    all: () => all.all().map((row) => webhookFrom(row)),
  };
}

function webhookFrom(row: Row): StoredWebhook {
  return {
    uuid: text(row, 'uuid'),
    accountId: integer(row, 'account_id'),
    event: text(row, 'event'),
    requestMethod: text(row, 'request_method'),
    targetUrl: text(row, 'target_url'),
    name: textOrNull(row, 'name'),
    deliveryCount: integer(row, 'delivery_count'),
    createdAt: integer(row, 'created_at'),
  };
}
