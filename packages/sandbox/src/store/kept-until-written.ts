/** Reads a database once for each question, until something is written. */
import type { DatabaseSync } from 'node:sqlite';
import { prepared } from './prepared.ts';
import { integer } from './row.ts';

/** If there are more answers than this, all are forgotten at once. */
const mostKept = 1000;

/**
 * The same as `read`, but called only once for each key until a row of the database has changed, even by another
 * process.
 */
export function keptUntilWritten<Key, Found>(
  database: DatabaseSync,
  read: (key: Key) => Found,
): (key: Key) => Found {
  const ownChanges = prepared(database, 'SELECT total_changes() AS version');
  // An in-memory database belongs to this process alone.
  const isShared = database.location() !== null;
  const changesOfOthers = isShared ? database.prepare('PRAGMA data_version') : null;
  const kept = new Map<Key, Found>();
  let version = '';
  return (key) => {
    const own = integer(ownChanges().get() ?? {}, 'version');
    const ofOthers = changesOfOthers === null ? 0 : integer(changesOfOthers.get() ?? {}, 'data_version');
    const current = `${own} ${ofOthers}`;
    if (current !== version || kept.size >= mostKept) kept.clear();
    version = current;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = read(key);
    kept.set(key, found);
    return found;
  };
}
