/** How the rules on webhook tests find a statement broken. */
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { ListDifference } from '@outreach-api/model/records/page';
import type { AnswerBody } from '@outreach-api/wire/received-call';

/** The methods that the statements name for webhook calls. */
export type CallMethod = 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE';

/** The uuid in a test: none, one that no webhook has, or that of a webhook. */
export type TestedUuid = 'none' | 'fresh' | 'known';

/** What identifies a test in a message. */
export interface NamedTest {
  readonly method: CallMethod;
  readonly uuid: TestedUuid;
  /** The status that the called address answers with. */
  readonly status: number;
  /** Whether the same test had been sent before. */
  readonly repeats: boolean;
}

/** The fields that a test requires. */
export type RequiredField = 'event' | 'request_method' | 'target_url';

/** A test with missing fields. */
export interface PartialTest {
  readonly lacks: readonly RequiredField[];
  /** The uuid in it; one that no webhook has may be that of a deleted webhook, or of a sender profile. */
  readonly uuid: TestedUuid | 'of another method' | 'deleted' | 'profile';
  readonly request_method: string;
  /** How the uuid is written, if not as listed. */
  readonly letters?: 'upper';
  /** Whose key sends it, if not that of the target file: what exists here does not exist for another account. */
  readonly by?: 'another account' | 'a created key';
}

/** A test that lacks required fields, and its outcome. */
export interface PartialTestSeen {
  readonly test: PartialTest;
  readonly accepted: boolean;
  readonly status: number;
  readonly uuid: string | null;
  /** The address to call; null if none was sent. */
  readonly url: string | null;
  /** Calls to that address, and to the webhook's own. */
  readonly calls: number;
  /** How long calls were waited for, in milliseconds. */
  readonly waitedMs: number;
}

interface OfTest {
  readonly test: NamedTest;
}

interface OfPartialTest {
  readonly test: PartialTest & { readonly isUuidAlone: boolean };
  readonly status: number;
}

/** How many tests were sent; null: all of the run. */
interface AfterTests {
  readonly tests: number | null;
}

/** The codes of these breaches, and their values. */
export interface WebhookTestBreaches {
  readonly 'another-address-called': OfTest & { readonly path: string; readonly called: string };
  readonly 'nothing-called': OfTest & { readonly path: string; readonly status: number };
  /** `plain`: a path without escapes, with which the same test is accepted. */
  readonly 'test-refused-for-its-address': OfTest & {
    readonly path: string;
    readonly plain: string;
    readonly status: number;
  };
  readonly 'another-method-called': OfTest;
  readonly 'post-test-refused': { readonly status: number };
  readonly 'all-other-methods-refused': {
    readonly methods: readonly string[];
    readonly statuses: readonly number[];
  };
  /** `target`: the status of the called address, whose body has the marker. */
  readonly 'response-not-returned': OfTest & {
    readonly marker: string;
    readonly target: number;
    readonly status: number;
    readonly text: string;
  };
  /** `target`: the status of the called address, which answers with `body`. */
  readonly 'test-refused-for-a-success': OfTest & {
    readonly target: number;
    readonly body: AnswerBody;
    readonly status: number;
  };
  readonly 'call-without-payload': OfTest & { readonly bytes: number };
  readonly 'called-again': OfTest & { readonly calls: number };
  readonly 'called-later': {
    readonly calls: readonly { readonly method: string; readonly path: string }[];
  };
  readonly 'test-listed-as-webhook': { readonly record: JsonObject };
  readonly 'tested-webhook-changed': object;
  readonly 'list-changed-by-tests': AfterTests & ListDifference;
  readonly 'total-changed-by-tests': AfterTests & { readonly before: number; readonly after: number };
  readonly 'lone-uuid-not-422': {
    readonly exists: boolean;
    readonly by: 'another account' | 'a created key' | null;
    /** Whose uuid it is, if it is no webhook's. */
    readonly of: string;
    readonly status: number;
  };
  readonly 'partial-test-called': OfPartialTest;
  readonly 'partial-test-accepted': OfPartialTest;
  readonly 'nothing-called-with-uuid': OfTest & { readonly like: NamedTest; readonly status: number };
  readonly 'test-refused-for-its-uuid': OfTest & { readonly like: NamedTest; readonly status: number };
}
