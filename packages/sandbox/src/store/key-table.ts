/** The API keys in the database: what identifies a key, never the key itself. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { StoredKey } from '../records.ts';
import { keptUntilWritten } from './kept-until-written.ts';
import { prepared } from './prepared.ts';
import { integer, text } from './row.ts';
import type { Row } from './row.ts';

/** Reads and writes API keys. */
export interface KeyTable {
  insert(key: StoredKey, token: string): void;
  /** The key with exactly this token. */
  byToken(token: string): StoredKey | null;
  /** The key with this signed part (header and payload), and its signature. */
  bySignedPart(signedPart: string): { key: StoredKey; signature: string } | null;
  bySignature(signature: string): StoredKey | null;
  ofUser(userId: number): StoredKey | null;
  all(): StoredKey[];
  /** From here on the key is invalid. */
  revoke(jti: string): void;
}

/** The table. `wrote` is called for each new row. */
export function keyTable(database: DatabaseSync, wrote: (effect: 'created') => void): KeyTable {
  const insert = prepared(
    database,
    `INSERT INTO api_keys (jti, user_id, team_id, account_id, name, created_at, expires_at, token_hash, signed_hash,
       signature) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = (where: string) =>
    prepared(database, `SELECT * FROM api_keys WHERE ${where} ORDER BY id LIMIT 1`);
  const byToken = select('token_hash = ?');
  const bySignedPart = select('signed_hash = ?');
  const bySignature = select('signature = ?');
  const ofUser = select('user_id = ?');
  const all = prepared(database, 'SELECT * FROM api_keys ORDER BY id');
  const revoke = prepared(database, 'DELETE FROM api_keys WHERE jti = ?');
  return {
    insert: (key, token) => {
      const [signedPart, signature] = tokenParts(token);
      insert().run(
        key.jti,
        key.userId,
        key.teamId,
        key.accountId,
        key.name,
        key.createdAt,
        key.expiresAt,
        sha256(token),
        sha256(signedPart),
        signature,
      );
      wrote('created');
    },
    byToken: keptUntilWritten(database, (token) => keyOrNull(byToken().get(sha256(token)))),
    bySignedPart: (signedPart) => {
      const row = bySignedPart().get(sha256(signedPart));
      return row === undefined ? null : { key: keyFrom(row), signature: text(row, 'signature') };
    },
    bySignature: (signature) => keyOrNull(bySignature().get(signature)),
    ofUser: (userId) => keyOrNull(ofUser().get(userId)),
    all: () =>
      all()
        .all()
        .map((row) => keyFrom(row)),
    revoke: (jti) => {
      revoke().run(jti);
    },
  };
}

/** A token's header and payload as they were signed, and its signature. */
export function tokenParts(token: string): [signedPart: string, signature: string] {
  const dot = token.lastIndexOf('.');
  return dot === -1 ? [token, ''] : [token.slice(0, dot), token.slice(dot + 1)];
}

function sha256(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}

function keyFrom(row: Row): StoredKey {
  return {
    jti: text(row, 'jti'),
    userId: integer(row, 'user_id'),
    teamId: integer(row, 'team_id'),
    accountId: integer(row, 'account_id'),
    name: text(row, 'name'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
  };
}

function keyOrNull(row: Row | undefined): StoredKey | null {
  return row === undefined ? null : keyFrom(row);
}
