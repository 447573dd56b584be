/** Statements that are prepared when they are first run: most sandboxes live shortly, and run few of them. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Gives the statement, prepared once: at the first call, or at once in a file, so that one that holds other tables is
 * refused when it is opened.
 */
export function prepared(database: DatabaseSync, sql: string): () => StatementSync {
  let statement = database.location() === null ? undefined : database.prepare(sql);
  return () => (statement ??= database.prepare(sql));
}
