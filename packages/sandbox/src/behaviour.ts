/**
 * Everything that the description says the service does, as one object of small functions. The described behaviour
 * (`described/`) implements it correctly; a broken twin overrides one or two of them (`twins/`).
 */
import type { Answer, Outcome, Refusal } from './answer.ts';
import type { AdmittedCall, Call } from './call.ts';
import type { DeliveryResult } from './delivery/deliver.ts';
import type { Condition, Filter } from './filter/filter.ts';
import type { Admission } from './rate-limit.ts';
import type {
  Caller,
  SenderProfileUpdate,
  ShownRecord,
  StoredKey,
  StoredSenderProfile,
  StoredWebhook,
} from './records.ts';
import type { Listing, Window } from './window.ts';

/** A page of a list, before it becomes an envelope. */
export interface Page {
  readonly data: readonly ShownRecord[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** The configuration that a webhook test sends (Test a webhook). */
export interface TestConfiguration {
  readonly uuid: string | null;
  readonly event: string;
  readonly requestMethod: string;
  readonly targetUrl: string;
}

/** An API key that was created, with the one copy of its token (Create an API key). */
interface IssuedKey {
  readonly key: StoredKey;
  readonly token: string;
}

/** Authentication, and what an account may see (sections Authentication, What the service does, Limits). */
export interface AccessBehaviour {
  /** The bearer credential of a request, or null if it has none. */
  readonly credential: (call: Call) => string | null;
  /** Whose key this is; null if it is not a valid key. */
  readonly identify: (token: string, call: Call) => Promise<Caller | null>;
  /** The answer to a request that was not admitted. */
  readonly notAdmitted: (refusal: Refusal, call: Call) => Answer | Promise<Answer>;
  /** Counts a request against the account's rate limit. */
  readonly admit: (call: AdmittedCall) => Admission;
  /** The answer to a request past the limit; `perform` would carry it out. */
  limited(waitMs: number, call: AdmittedCall, perform: () => Promise<Answer>): Answer | Promise<Answer>;
}

/** Lists (sections Pagination, Filtering, Webhook list envelope). */
export interface ListBehaviour {
  /** The requested page. */
  readonly window: (call: AdmittedCall) => Outcome<Window>;
  /** The filter of the request; null if it has none. */
  readonly filter: (call: AdmittedCall) => Outcome<Filter | null>;
  /** The account's webhooks as records. */
  readonly listing: (call: AdmittedCall) => Listing<ShownRecord>;
  /** Whether a record's field matches a condition. */
  readonly matches: (record: ShownRecord, field: string, condition: Condition) => boolean;
  /** Whether a record passes the filter; `matches` judges one condition. */
  readonly selects: (record: ShownRecord, filter: Filter, matches: ListBehaviour['matches']) => boolean;
  /** Cuts the page from the list. */
  readonly page: (listing: Listing<ShownRecord>, window: Window, call: AdmittedCall) => Outcome<Page>;
  readonly envelope: (page: Page, call: AdmittedCall) => Readonly<Record<string, unknown>>;
}

/** API keys (section Create an API key). */
export interface KeyBehaviour {
  /** The name in the body. */
  readonly keyName: (body: unknown) => Outcome<string>;
  readonly newKey: (name: string, call: AdmittedCall) => StoredKey | Promise<StoredKey>;
  readonly sign: (key: StoredKey) => Promise<string>;
  readonly keepKey: (issued: IssuedKey, call: AdmittedCall) => void;
  readonly keyRecord: (issued: IssuedKey) => ShownRecord;
}

/** Webhooks (sections Webhook, Test a webhook, Delete a webhook). */
export interface WebhookBehaviour {
  readonly webhookRecord: (webhook: StoredWebhook) => ShownRecord;
  readonly testConfiguration: (body: unknown, call: AdmittedCall) => Outcome<TestConfiguration>;
  /** The sample payload as JSON, or null if the method carries none. */
  readonly payload: (test: TestConfiguration) => string | null;
  readonly deliver: (
    test: TestConfiguration,
    payload: string | null,
    call: AdmittedCall,
  ) => Promise<DeliveryResult>;
  readonly testAnswer: (result: DeliveryResult, test: TestConfiguration, call: AdmittedCall) => Answer;
  /** The webhook that the caller may delete. */
  readonly findWebhook: (uuid: string, call: AdmittedCall) => Outcome<StoredWebhook>;
  readonly removeWebhook: (webhook: StoredWebhook, call: AdmittedCall) => void;
}

/** Sender profiles (sections Get, Update and Delete a sender profile). */
export interface SenderProfileBehaviour {
  /** The profile that the caller may read, update and delete. */
  readonly findSenderProfile: (uuid: string, call: AdmittedCall) => Outcome<StoredSenderProfile>;
  readonly senderProfileRecord: (profile: StoredSenderProfile) => ShownRecord;
  /** The change that the body requests. */
  readonly update: (body: unknown) => Outcome<SenderProfileUpdate>;
  /** The profile after the change. */
  readonly updated: (profile: StoredSenderProfile, update: SenderProfileUpdate) => StoredSenderProfile;
  /** Stores the change; returns the profile as it is then. */
  readonly storeUpdate: (
    profile: StoredSenderProfile,
    update: SenderProfileUpdate,
    call: AdmittedCall,
  ) => StoredSenderProfile | Promise<StoredSenderProfile>;
  readonly removeSenderProfile: (profile: StoredSenderProfile, call: AdmittedCall) => void;
}

/** Answers as they leave the service. */
export interface AnswerBehaviour {
  /** The answer to a request that is refused. */
  readonly refusal: (refusal: Refusal, call: Call) => Answer;
  /** Confirms that a record is deleted. */
  readonly deleted: (uuid: string, call: AdmittedCall) => Answer;
  /** The success of an operation with a record or envelope. */
  readonly success: (value: Readonly<Record<string, unknown>>, call: AdmittedCall) => Answer;
  /** The last step for an operation's answer. */
  readonly answer: (answer: Answer, call: Call) => Answer | Promise<Answer>;
}

/** The whole behaviour of the service. */
export interface Behaviour
  extends
    AccessBehaviour,
    ListBehaviour,
    KeyBehaviour,
    WebhookBehaviour,
    SenderProfileBehaviour,
    AnswerBehaviour {}
