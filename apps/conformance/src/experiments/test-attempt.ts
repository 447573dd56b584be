/** Sends one webhook test with the full configuration, and keeps what became of it. */
import { randomUUID } from 'node:crypto';
import type { Mailbox, ReceivedCall } from '../session/receiver.ts';
import type { Session } from '../session/session.ts';
import type { KnownWebhook } from './known-webhook.ts';

/** The methods that the statements name for webhook calls. */
export type CallMethod = 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE';

/** The uuid in a test: none, one that no webhook has, or that of a webhook. */
export type TestedUuid = 'none' | 'fresh' | 'known';

/** A test to send, said without knowing the target. */
export interface PlannedTest {
  readonly method: CallMethod;
  readonly uuid: TestedUuid;
  /** Whether the event is the one that the description names, or one of the list's records. */
  readonly event: 'named' | 'listed';
  /** Path and query of the address to call. */
  readonly suffix: string;
  /** What the called address answers: an unusual success, so that to find it is no coincidence, or a failure. */
  readonly status: number;
}

/** One test and what became of it. */
export interface TestAttempt extends PlannedTest {
  readonly accepted: boolean;
  readonly answer: { readonly status: number; readonly text: string };
  readonly sent: {
    readonly uuid: string | null;
    readonly url: string;
    readonly path: string;
    readonly marker: string;
  };
  readonly calls: readonly ReceivedCall[];
}

/** A test that was sent; its calls are still coming in. */
export interface SentTest {
  readonly mailbox: Mailbox;
  attempt(): TestAttempt;
}

const longestText = 100_000;

/**
 * Sends a test. One that is refused is sent once more to an address that answers 200: a service may take other
 * statuses for a failure of the target, and what it then does is open.
 */
export async function sendTest(
  session: Session,
  plan: PlannedTest,
  event: string,
  known: KnownWebhook | null,
): Promise<SentTest> {
  const first = await sendOnce(session, plan, event, known);
  if (first.attempt().accepted || !succeeds(plan)) return first;
  const second = await sendOnce(session, { ...plan, status: 200 }, event, known);
  return second.attempt().accepted ? second : first;
}

/** Whether the called address answers with a success: what a test does where it fails is open. */
export function succeeds({ status }: PlannedTest): boolean {
  return status < 300;
}

async function sendOnce(
  session: Session,
  plan: PlannedTest,
  event: string,
  known: KnownWebhook | null,
): Promise<SentTest> {
  const mailbox = (await session.receiver()).open(plan.suffix, plan.status);
  const uuid =
    plan.uuid === 'none' ? null : plan.uuid === 'known' && known !== null ? known.uuid : randomUUID();
  const { ok, status, text } = await session.api.testWebhook({
    ...(uuid === null ? {} : { uuid }),
    event,
    request_method: plan.method,
    target_url: mailbox.url,
  });
  const { url, path, marker } = mailbox;
  return {
    mailbox,
    attempt: () => ({
      ...plan,
      accepted: ok,
      answer: { status, text: text.slice(0, longestText) },
      sent: { uuid, url, path, marker },
      calls: [...mailbox.calls],
    }),
  };
}
