/** Sends one webhook test with the full configuration, and keeps what became of it. */
import { randomUUID } from 'node:crypto';
import { isCalled } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import type { HoldingAnswer } from './target-response.ts';
import type { AnswerManner, Mailbox, ReceivedCall } from '../../http/receiver.ts';
import type { Session } from '../../session/session.ts';
import type { KnownWebhook } from '../../account/known-webhook.ts';

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
  /** What the called address answers: a success, mostly an unusual one, which is found by no coincidence, or a failure. */
  readonly status: number;
  /** How the called address answers, where not at once and in JSON. */
  readonly manner?: AnswerManner;
  /** Set where the same test is sent once more, word for word. */
  readonly twice?: boolean;
  /** Set where a key that was made in the run asks, if one was. */
  readonly byNewKey?: true;
  /** Set where it is sent only if what was planned before it called nothing, e.g. since the method is not taken. */
  readonly otherwise?: boolean;
}

/** One test and what became of it. */
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
  /** How long it took until the test was answered. */
  readonly tookMs: number;
}

/** A test that was sent; its calls are still coming in. */
export interface SentTest {
  readonly mailbox: Mailbox;
  attempt(): TestAttempt;
  /** Sends it once more, word for word: calls that come from here on are the second one's, and are answered at once. */
  repeat(): Promise<SentTest>;
}

const longestText = 100_000;

/**
 * Sends a test. One that is refused is sent once more to an address that answers 200 at once: a service may take other
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
  const second = await sendOnce(session, { ...plan, status: 200, manner: {} }, event, known);
  return second.attempt().accepted ? second : first;
}

/** Whether the called address answers with a success: what a test does where it fails is open. */
export function succeeds({ status }: PlannedTest): boolean {
  return status < 300;
}

/** A call that an accepted test makes before it is answered has come; one that it makes later may still come. */
export async function whenCalled({ state }: Session, { mailbox }: SentTest): Promise<boolean> {
  const { last } = await eventually(
    state,
    isCalled,
    async () => mailbox.calls.length,
    (calls) => calls > 0,
  );
  return last === 1;
}

/** Sends a test, once. */
export async function sendOnce(
  session: Session,
  plan: PlannedTest,
  event: string,
  known: KnownWebhook | null,
): Promise<SentTest> {
  const { publicUrl } = session.target.receiver;
  // What stands between a public address and the receiver may write an unusual path in another way.
  const suffix = publicUrl === null ? plan.suffix : plan.suffix.replaceAll('//', '/').replaceAll('%2F', '-');
  const mailbox = (await session.receiver()).open(suffix, plan.status, plan.manner);
  const uuid =
    plan.uuid === 'none' ? null : plan.uuid === 'known' && known !== null ? known.uuid : randomUUID();
  const body = {
    ...(uuid === null ? {} : { uuid }),
    event,
    request_method: plan.method,
    target_url: mailbox.url,
  };
  return sendBody(session, { plan, mailbox, uuid, event, body, repeats: false });
}

interface Sending {
  readonly plan: PlannedTest;
  readonly mailbox: Mailbox;
  readonly uuid: string | null;
  readonly event: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly repeats: boolean;
}

async function sendBody(session: Session, sending: Sending): Promise<SentTest> {
  const { plan, mailbox, uuid, event, body, repeats } = sending;
  const from = mailbox.calls.length;
  let until: number | undefined;
  const began = session.clock.now();
  const { ok, status, text, headers } = await session.api.testWebhook(body);
  const tookMs = session.clock.now() - began;
  const { url, path, marker } = mailbox;
  return {
    mailbox,
    attempt: () => ({
      ...plan,
      accepted: ok,
      answer: { status, text: text.slice(0, longestText), headers },
      sent: { uuid, kind: event, url, path, marker },
      calls: mailbox.calls.slice(from, until),
      repeats,
      tookMs,
    }),
    repeat: async () => {
      until = mailbox.calls.length;
      mailbox.hurry();
      const atOnce = { ...plan, manner: { ...plan.manner, delayMs: 0 } };
      return sendBody(session, { ...sending, plan: atOnce, repeats: true });
    },
  };
}
