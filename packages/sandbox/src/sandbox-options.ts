/** The options of a sandbox, and what it offers. */
import type { SenderProfile, Webhook } from '@outreach-api/types';
import type { DeliveryOptions } from './delivery/deliver.ts';
import type { Dialect } from './dialect/dialect.ts';
import type { SandboxEnv } from './http/read-body.ts';
import type { Planning } from './next-answers.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RecordedRequest } from './request-record.ts';
import type { Snapshot } from './snapshot.ts';
import type { StartingCredentials } from './starting-data/starting-credentials.ts';
import type { TwinName } from './twins/twins.ts';

/** Options of a sandbox. Everything has a default. */
export interface SandboxOptions {
  /** Determines the starting data (uuids, names, URLs); 1 by default. */
  readonly seed?: number;
  /** A SQLite file; in memory by default. A file that already holds data is used as it is. */
  readonly data?: string;
  /** Readings of what the description leaves open; the others are the defaults of the dialect table. */
  readonly dialect?: Partial<Dialect>;
  /** The broken twin to run as. */
  readonly twin?: TwinName;
  /** For each account; none by default or if null. A twin that needs a flood has 60 requests a second by default. */
  readonly rateLimit?: RateLimit | null;
  /** How many webhooks the first account starts with; 47 by default. */
  readonly webhooks?: number;
  /** Wait before each answer, in ms; 0 by default. */
  readonly latencyMs?: number;
  /** The clock; the machine's by default. */
  readonly now?: () => Date;
  /** Calls to webhook targets: `timeoutMs` (5,000) and `hosts` (`loopback`). */
  readonly deliveries?: DeliveryOptions;
  /**
   * Whether pages of any origin may call it from a browser: it answers preflights, and adds the CORS headers to its
   * answers. False by default.
   */
  readonly cors?: boolean;
  /** Signs API keys under the HMAC algorithms; by default random, and kept with the data. */
  readonly secret?: string;
}

/** One of the two accounts, with its credentials. */
export interface SandboxAccount extends StartingCredentials {
  readonly teamId: number;
  readonly userId: number;
  /** The uuids of its webhooks, as they are listed. */
  webhooks(): string[];
  /** The uuids of its sender profiles. */
  senderProfiles(): string[];
}

/** What to create a sender profile with. */
export type NewSenderProfile = Pick<SenderProfile, 'first_name' | 'last_name' | 'label'> &
  Partial<
    Pick<
      SenderProfile,
      | 'status'
      | 'mailbox_uuid'
      | 'linkedin_server_id'
      | 'linkedin_browser_uuid'
      | 'linkedin_account_uuid'
      | 'assignee_user_id'
    >
  >;

/** A running sandbox. */
export interface Sandbox extends Planning {
  /** Answers a request. `env` is what comes besides the `Request`; a GET's body goes there. */
  fetch(request: Request, env?: SandboxEnv): Promise<Response>;
  readonly accounts: readonly [SandboxAccount, SandboxAccount];
  /**
   * Creates a webhook without the API, which has no operation for it; returns its uuid. `name` is a further field. In
   * memory, the uuids follow from the seed: the n-th created record always gets the same one.
   *
   * @throws {TypeError} for an unknown account or field, or a field of a wrong type
   */
  createWebhook(
    account: 0 | 1,
    webhook: Readonly<Pick<Webhook, 'event' | 'request_method' | 'target_url'> & { name?: string | null }>,
  ): string;
  /**
   * Creates a sender profile without the API; returns its uuid. Fields not given are null, and the status `enabled`.
   *
   * @throws {TypeError} for an unknown account or field, or a field of a wrong type
   */
  createSenderProfile(account: 0 | 1, profile: Readonly<NewSenderProfile>): string;
  /** The requests it received: the latest 100,000, oldest first. */
  readonly record: readonly RecordedRequest[];
  /** All data as plain objects, to compare before and after. It contains no token. */
  snapshot(): Snapshot;
  /** Drops changes that were answered with 202 but not yet applied, and closes the database. */
  close(): void;
}
