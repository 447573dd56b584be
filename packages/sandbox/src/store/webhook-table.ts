/** The webhooks of all accounts in the database. */
import type { DatabaseSync } from 'node:sqlite';
import type { Dialect } from '../dialect/dialect.ts';
import type { StoredWebhook } from '../records.ts';
import { keptUntilWritten } from './kept-until-written.ts';
import { prepared } from './prepared.ts';
import { integer, text, textOrNull } from './row.ts';
import type { Row } from './row.ts';

const order: Record<Dialect['listOrder'], string> = {
  oldest: 'id',
  newest: 'id DESC',
  uuid: 'uuid',
  'target-url': 'target_url, uuid',
};

const insertion = `
  INSERT INTO webhooks (uuid, account_id, event, request_method, target_url, name, delivery_count, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Reads and writes webhooks. */
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
  const insert = prepared(database, insertion);
  const find = prepared(database, 'SELECT * FROM webhooks WHERE uuid = ? ORDER BY id LIMIT 1');
  const remove = prepared(database, 'DELETE FROM webhooks WHERE uuid = ?');
  const listOf = prepared(
    database,
    `SELECT * FROM webhooks WHERE account_id = ? ORDER BY ${order[listOrder]}`,
  );
  const all = prepared(database, 'SELECT * FROM webhooks ORDER BY id');
  const list = keptUntilWritten(database, (accountId: number) =>
    listOf()
      .all(accountId)
      .map((row) => webhookFrom(row)),
  );
  return {
    insert: (w) => {
      insert().run(
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
      const row = find().get(uuid);
      return row === undefined ? null : webhookFrom(row);
    },
    delete: (uuid) => {
      const gone = remove().run(uuid).changes !== 0;
      if (gone) wrote('deleted');
      return gone;
    },
    count: (accountId) => list(accountId).length,
    slice: (accountId, offset, limit) => list(accountId).slice(offset, offset + limit),
    all: () =>
      all()
        .all()
        .map((row) => webhookFrom(row)),
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
