/** What a sandbox is made with, and what it offers. */
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

/** How a sandbox is made. Everything has a default. */
export interface SandboxOptions {
  /** The starting data (uuids, names, URLs) is a function of it; 1 where not set. */
  readonly seed?: number;
  /** A SQLite file; in memory where not set. A file that holds data already is used as it is. */
  readonly data?: string;
  /** Readings of what the description leaves open; the others are the defaults of the dialect table. */
  readonly dialect?: Partial<Dialect>;
  /** The broken twin to be. */
  readonly twin?: TwinName;
  /** For each account; none where not set or null. A twin that needs a flood has 60 requests a second if not set. */
  readonly rateLimit?: RateLimit | null;
  /** How many webhooks the first account starts with; 47 where not set. */
  readonly webhooks?: number;
  /** Wait before each answer, in ms; 0 where not set. */
  readonly latencyMs?: number;
  /** The clock; the machine's where not set. */
  readonly now?: () => Date;
  /** Calls to webhook targets: `timeoutMs` (5,000) and `hosts` (`loopback`). */
  readonly deliveries?: DeliveryOptions;
  /**
   * Whether pages of any origin may call it from a browser: it answers preflights, and adds the headers of CORS to its
   * answers. False where not set.
   */
  readonly cors?: boolean;
  /** Signs API keys under the HMAC algorithms; random, and kept with the data, where not set. */
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

/** What a sender profile is made with. */
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
   * Makes a webhook without the API, which has no operation for it; its uuid. `name` is a further field. In memory the
   * uuids follow from the seed: the n-th record that is made is always the same one.
   *
   * @throws {TypeError} where there is no such account or field, or a field is of a wrong type
   */
  createWebhook(
    account: 0 | 1,
    webhook: Readonly<Pick<Webhook, 'event' | 'request_method' | 'target_url'> & { name?: string | null }>,
  ): string;
  /**
   * Makes a sender profile without the API; its uuid. What is not given is null, and the status `enabled`.
   *
   * @throws {TypeError} where there is no such account or field, or a field is of a wrong type
   */
  createSenderProfile(account: 0 | 1, profile: Readonly<NewSenderProfile>): string;
  /** What it was asked to do: the latest 100,000 requests, oldest first. */
  readonly record: readonly RecordedRequest[];
  /** All data as plain objects, to compare before and after. No token is in it. */
  snapshot(): Snapshot;
  /** Drops what was answered 202 and not yet done, and closes the database. */
  close(): void;
}
