/** The records of the API, as the sandbox stores them and as it shows them. */

/** A webhook as stored; times are milliseconds since the epoch. */
export interface StoredWebhook {
  readonly uuid: string;
  readonly accountId: number;
  readonly event: string;
  readonly requestMethod: string;
  readonly targetUrl: string;
  readonly name: string | null;
  readonly deliveryCount: number;
  readonly createdAt: number;
}

/** A sender profile as stored; `schedule` is JSON text. */
export interface StoredSenderProfile {
  readonly uuid: string;
  readonly accountId: number;
  readonly teamId: number;
  readonly userId: number;
  readonly linkedinServerId: number | null;
  readonly linkedinBrowserUuid: string | null;
  readonly linkedinAccountUuid: string | null;
  readonly mailboxUuid: string | null;
  readonly assigneeUserId: number | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly label: string | null;
  readonly status: string;
  readonly schedule: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What an update of a sender profile changes; a field that is absent stays as it is. */
export interface SenderProfileUpdate {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly label?: string | null;
  readonly schedule?: string | null;
}

/** An API key as stored. The key itself is not stored, only what identifies it. */
export interface StoredKey {
  readonly jti: string;
  readonly userId: number;
  readonly teamId: number;
  readonly accountId: number;
  readonly name: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A record as an answer shows it: documented fields, and further ones of the dialect. */
export type ShownRecord = Readonly<Record<string, unknown>>;

/** The caller, identified by the presented key. */
export interface Caller {
  readonly jti: string;
  readonly userId: number;
  readonly teamId: number;
  readonly accountId: number;
}
