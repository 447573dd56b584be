/** The tables of the sandbox's database. */

/** SQL that makes what is missing; running it again changes nothing. */
export const schema = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS teams (
  id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts, name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS users (
  id INTEGER PRIMARY KEY, team_id INTEGER NOT NULL REFERENCES teams, name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS api_keys (
  id INTEGER PRIMARY KEY, jti TEXT NOT NULL, user_id INTEGER NOT NULL REFERENCES users,
  team_id INTEGER NOT NULL REFERENCES teams, account_id INTEGER NOT NULL REFERENCES accounts,
  name TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  token_hash TEXT NOT NULL, signed_hash TEXT NOT NULL, signature TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS api_keys_by_token ON api_keys (token_hash);
CREATE TABLE IF NOT EXISTS webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL, account_id INTEGER NOT NULL REFERENCES accounts,
  event TEXT NOT NULL, request_method TEXT NOT NULL, target_url TEXT NOT NULL, name TEXT,
  delivery_count INTEGER NOT NULL, created_at INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS webhooks_by_uuid ON webhooks (uuid);
CREATE INDEX IF NOT EXISTS webhooks_by_account ON webhooks (account_id, id);
CREATE TABLE IF NOT EXISTS sender_profiles (
  id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts, team_id INTEGER NOT NULL REFERENCES teams,
  user_id INTEGER NOT NULL REFERENCES users, linkedin_server_id INTEGER, linkedin_browser_uuid TEXT,
  linkedin_account_uuid TEXT, mailbox_uuid TEXT, assignee_user_id INTEGER, first_name TEXT NOT NULL,
  last_name TEXT NOT NULL, label TEXT, status TEXT NOT NULL, schedule TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
`;
