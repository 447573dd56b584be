/** The webhooks of all accounts in the database. */
import type { DatabaseSync } from 'node:sqlite';
import type { Dialect } from '../dialect/dialect.ts';
import type { StoredWebhook } from '../records.ts';
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

/**
 * The table, listed in the order of the dialect. `wrote` is told of each row that changed.
 *
 * @param isOurs - whether nobody else writes to it: then what was read is good until it is written to
 */
export function webhookTable(
  database: DatabaseSync,
  { listOrder, isOurs }: { readonly listOrder: Dialect['listOrder']; readonly isOurs: boolean },
  wrote: (effect: 'created' | 'deleted') => void,
): WebhookTable {
  const insert = database.prepare(
    `INSERT INTO webhooks (uuid, account_id, event, request_method, target_url, name, delivery_count, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare('SELECT * FROM webhooks WHERE uuid = ? ORDER BY id LIMIT 1');
  const remove = database.prepare('DELETE FROM webhooks WHERE uuid = ?');
  const all = database.prepare('SELECT * FROM webhooks ORDER BY id');
  const stored = storedLists(database, listOrder);
  const { forget, ...lists } = isOurs ? keptLists(stored) : { ...stored, forget: () => undefined };
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
      forget();
      wrote('created');
    },
    find: (uuid) => {
      const row = find.get(uuid);
      return row === undefined ? null : webhookFrom(row);
    },
    delete: (uuid) => {
      const gone = remove.run(uuid).changes !== 0;
      if (gone) {
        forget();
        wrote('deleted');
      }
      return gone;
    },
    ...lists,
    all: () => all.all().map((row) => webhookFrom(row)),
  };
}

type Lists = Pick<WebhookTable, 'count' | 'slice'>;

/** The lists as the database has them. */
function storedLists(database: DatabaseSync, listOrder: Dialect['listOrder']): Lists {
  const count = database.prepare('SELECT count(*) AS n FROM webhooks WHERE account_id = ?');
  const slice = database.prepare(
    `SELECT * FROM webhooks WHERE account_id = ? ORDER BY ${order[listOrder]} LIMIT ? OFFSET ?`,
  );
  return {
    count: (accountId) => integer(count.get(accountId) ?? {}, 'n'),
    slice: (accountId, offset, limit) => slice.all(accountId, limit, offset).map((row) => webhookFrom(row)),
  };
}

/** The lists, each read once until they are forgotten. */
function keptLists(stored: Lists): Lists & { readonly forget: () => void } {
  const kept = new Map<number, readonly StoredWebhook[]>();
  const listOf = (accountId: number): readonly StoredWebhook[] => {
    const list = kept.get(accountId) ?? stored.slice(accountId, 0, stored.count(accountId));
    kept.set(accountId, list);
    return list;
  };
  return {
    count: (accountId) => listOf(accountId).length,
    slice: (accountId, offset, limit) => listOf(accountId).slice(offset, offset + limit),
    forget: () => {
      kept.clear();
    },
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
