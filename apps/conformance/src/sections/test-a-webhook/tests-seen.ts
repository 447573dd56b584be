/** What is seen of webhook tests (Test a webhook). */
import type {
  CallMethod,
  TestedUuid,
  PartialTest,
  PartialTestSeen,
  RequiredField,
} from '../../rules/breaches/test-a-webhook.ts';
import type { HoldingAnswer } from './target-response.ts';
import type { ReplyOptions, ReceivedCall } from '@outreach-api/wire/received-call';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { ListNow } from '@outreach-api/model/records/list-now';

/** A test to send, described without knowing the target. */
export interface PlannedTest {
  readonly method: CallMethod;
  readonly uuid: TestedUuid;
  /** Whether the event is the one that the description names, or one of the list's records. */
  readonly event: 'named' | 'listed';
  /** Path and query of the address to call. */
  readonly suffix: string;
  /**
   * The status that the called address answers with: a success, usually an uncommon one to rule out coincidence, or a
   * failure.
   */
  readonly status: number;
  /** How the called address answers, if not at once and in JSON. */
  readonly reply?: ReplyOptions;
  /** Set if the identical test is sent once more. */
  readonly twice?: boolean;
  /** Set if the identical test is sent at the same time, unless the target file allows one request at a time. */
  readonly inPairs?: true;
  /** Set if a key created in the run sends it, if there is one. */
  readonly byNewKey?: true;
  /** Set if it is sent only if the previous plan called nothing, e.g. because the method is not accepted. */
  readonly otherwise?: boolean;
}

/** One test and its outcome. */
export interface TestAttempt extends PlannedTest {
  readonly accepted: boolean;
  readonly answer: HoldingAnswer;
  readonly sent: {
    readonly uuid: string | null;
    /** The kind of event. */
    readonly kind: string;
    readonly url: string;
    readonly path: string;
    readonly marker: string;
  };
  readonly calls: readonly ReceivedCall[];
  /** Whether the same test had been sent before. */
  readonly repeats: boolean;
  /** How long the answer to the test took. */
  readonly tookMs: number;
  /** Set if it was refused, and the same test was accepted right after, with an address that answers 200 in JSON. */
  readonly isAcceptedOtherwise?: boolean;
  /** Set if it was refused, perhaps because the webhook that it names has another target. */
  readonly mayBeRefusedForItsTarget?: boolean;
  /** Set if it was refused, and the same test with this path, which has no escapes, was accepted right after. */
  readonly isAcceptedAt?: string;
}

/** Whether the called address answers with success: what a test does if it fails is open. */
export function succeeds({ status }: PlannedTest): boolean {
  return status < 300;
}

/** The list before and after a batch. */
export interface ListAround {
  readonly before: ListNow;
  readonly after: ListNow;
  /** Whether it stayed the same while nothing was tested: if not, other clients are active. */
  readonly quiet: boolean;
  /** The record of the webhook that was created to be named in tests, as listed before the first of them. */
  readonly untested: JsonObject | null;
}

/** The outcomes of tests that lack required fields. */
export interface PartialTestsSeen {
  readonly partial: readonly PartialTestSeen[];
  /** Whether a test with the full configuration was accepted; null if none was allowed. */
  readonly control: boolean | null;
}

/** The results of a batch. */
export interface TestBatchSeen extends PartialTestsSeen {
  readonly attempts: readonly TestAttempt[];
  /** Calls for tests of earlier batches that came after those were checked. */
  readonly late: readonly ReceivedCall[];
  /** The addresses of tests of earlier batches. */
  readonly earlier: readonly string[];
  /** Null if the list could not be read. */
  readonly list: ListAround | null;
}

/** Calls later than this are not waited for. A run seldom has to wait this long. */
export const patientMs = 1500;

export const fields: readonly RequiredField[] = ['event', 'request_method', 'target_url'];

/** Whether only a uuid is sent: its status is TEST-01's concern. */
export function isUuidAlone({ lacks, uuid }: PartialTest): boolean {
  return lacks.length === fields.length && uuid !== 'none';
}

/** Whether it lacks its event and nothing else. */
export function lacksItsEvent({ lacks }: PartialTest): boolean {
  return lacks.join() === 'event';
}
