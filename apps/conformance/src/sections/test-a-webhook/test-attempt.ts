/** Sends one webhook test with the full configuration, and records its outcome. */
import { eventually, whereUnmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { randomUUID } from 'node:crypto';
import { isCalled } from '@outreach-api/model/bounds';
import type { Mailbox } from '@outreach-api/wire/receiver';
import type { Session } from '../../session/session.ts';
import type { KnownWebhook } from '../../account/known-webhook.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { ReceivedCall } from '@outreach-api/wire/received-call';
import { ownCopy } from '@outreach-api/wire/own-copy';
import { type PlannedTest, type TestAttempt, succeeds } from './tests-seen.ts';

/** A test that was sent; its calls are still coming in. */
export interface SentTest {
  readonly mailbox: Mailbox;
  readonly accepted: boolean;
  readonly status: number;
  /** Whether a call has come so far. */
  isCalled(): boolean;
  attempt(): TestAttempt;
  /** The same test, refused right before; null if there was none. */
  readonly refused: SentTest | null;
  /** Sends the identical test again: calls from here on are the second one's, and are answered at once. */
  repeat(): Promise<SentTest>;
}

/** The long body as numbers in JSON has some 700,000. */
const longestText = 800_000;

/**
 * Sends a test. If it is refused, it is sent once more with an address that answers 200 in JSON at once: that shows
 * whether it was refused for the success that the address answers with. What may be a gateway's refusal counts only if
 * it recurs.
 */
export async function sendTest(
  session: Session,
  plan: PlannedTest,
  event: string,
  known: KnownWebhook | null,
): Promise<SentTest> {
  const first = await sendOnce(session, plan, event, known);
  if (first.accepted || !succeeds(plan)) return first;
  const second = await sendOnce(session, { ...plan, status: 200, reply: {} }, event, known);
  if (!second.accepted) {
    const other = await acceptedAtAnother(session, plan, event, known);
    if (other !== null || !(await mayBeRefusedForItsTarget(session, plan, event, known)))
      return other ?? first;
    return { ...first, attempt: () => ({ ...first.attempt(), mayBeRefusedForItsTarget: true }) };
  }
  const mayBeOfGateway = classOf(first).by === 'gateway';
  const again = mayBeOfGateway ? await sendOnce(session, plan, event, known) : first;
  const refused = again.accepted
    ? first
    : { ...again, attempt: () => ({ ...again.attempt(), isAcceptedOtherwise: true }) };
  return { ...second, refused };
}

/**
 * Whether a test that names a webhook may be refused because the webhook has another target, or another method, too: it
 * is accepted with the webhook's own, or that is not ours to call.
 */
async function mayBeRefusedForItsTarget(
  session: Session,
  { uuid, method }: PlannedTest,
  event: string,
  known: KnownWebhook | null,
): Promise<boolean> {
  if (uuid !== 'known' || method !== 'POST' || known === null) return false;
  if (known.stored === null) return true;
  const { url } = known.stored;
  const takes = async ({ event: kind, request_method }: JsonObject): Promise<boolean> => {
    const own = { uuid: known.uuid, event: kind, request_method, target_url: url };
    return (await session.api.testWebhook(own).catch(whereUnmet(null)))?.ok === true;
  };
  return (await takes({ event, request_method: method })) || takes(known.record);
}

/** What every client may have in an address: blanks, letters that are not ASCII, and signs that mean something in a query. */
const usualEscapes = '/caf%C3%A9/a%20b?name=%C3%89va&sum=1%2B1%3D2';

/**
 * The same test with a plainer address, if that is accepted; null if it is not refused for its address. An address with
 * more in it than {@link usualEscapes} may be refused, and so may any method other than POST. Where a POST test is
 * refused with those, too, it comes with that refusal.
 */
async function acceptedAtAnother(
  session: Session,
  plan: PlannedTest,
  event: string,
  known: KnownWebhook | null,
): Promise<SentTest | null> {
  const at = async (suffix: string): Promise<SentTest> =>
    sendOnce(session, { ...plan, status: 200, reply: {}, suffix }, event, known);
  const isDemanded = plan.method === 'POST' && plan.suffix.includes('%');
  const escaped = isDemanded ? await at(usualEscapes) : null;
  if (escaped?.accepted === true) return escaped;
  if (escaped !== null && classOf(escaped).by === 'gateway') return null;
  const plain = await at('/plain');
  if (!plain.accepted || escaped === null) return plain.accepted ? plain : null;
  const refused = { ...escaped, attempt: () => ({ ...escaped.attempt(), isAcceptedAt: plain.mailbox.path }) };
  return { ...plain, refused };
}

/** A call that an accepted test makes before its answer has arrived by now; a later one may still come. */
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
  return sendBody(session, await sendingOf(session, plan, event, known));
}

/**
 * Sends the identical test twice at the same time: the first call counts for the one, any others for the other. What is
 * refused in parallel may be accepted alone: then it says nothing.
 */
export async function sendPair(
  session: Session,
  plan: PlannedTest,
  event: string,
  known: KnownWebhook | null,
): Promise<readonly SentTest[]> {
  const sending = await sendingOf(session, plan, event, known);
  const both = await Promise.all(
    session.simultaneously([
      async (own) => sendBody(own, { ...sending, ofBoth: 'the first call' }),
      async (own) => sendBody(own, { ...sending, ofBoth: 'the other calls', repeats: true }),
    ]),
  );
  return both.every(({ accepted }) => accepted) ? both : [];
}

async function sendingOf(
  session: Session,
  plan: PlannedTest,
  event: string,
  known: KnownWebhook | null,
): Promise<Sending> {
  const { publicUrl } = session.target.receiver;
  const suffix = publicUrl === null ? plan.suffix : withUsualPath(plan.suffix);
  const mailbox = (await session.receiver()).open(suffix, plan.status, plan.reply);
  const uuid =
    plan.uuid === 'none' ? null : plan.uuid === 'known' && known !== null ? known.uuid : randomUUID();
  const body = {
    ...(uuid === null ? {} : { uuid }),
    event,
    request_method: plan.method,
    target_url: mailbox.url,
  };
  return { plan, mailbox, uuid, event, body, repeats: false };
}

/** Anything between a public address and the receiver may rewrite what is unusual in a path. */
function withUsualPath(suffix: string): string {
  return suffix.replace(/^[^?]*/, (path) =>
    path.replaceAll(/\/+/g, '/').replaceAll(/%(?!20)[2-7][0-9A-F]|\.(?=\/|$)/g, '-'),
  );
}

interface Sending {
  readonly plan: PlannedTest;
  readonly mailbox: Mailbox;
  readonly uuid: string | null;
  readonly event: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly repeats: boolean;
  /** Which calls are its own, if the identical test is sent at the same time. */
  readonly ofBoth?: 'the first call' | 'the other calls';
}

async function sendBody(session: Session, sending: Sending): Promise<SentTest> {
  const { plan, mailbox, uuid, event, body, repeats, ofBoth } = sending;
  const from = mailbox.calls.length;
  let until: number | undefined;
  const began = session.clock.now();
  const { ok, status, text, headers } = await session.api.testWebhook(body);
  const tookMs = session.clock.now() - began;
  const { url, path, marker } = mailbox;
  const calls = (): readonly ReceivedCall[] => {
    const all = mailbox.calls.slice(from, until);
    if (ofBoth === undefined) return all;
    return ofBoth === 'the first call' ? all.slice(0, 1) : all.slice(1);
  };
  return {
    mailbox,
    accepted: ok,
    status,
    refused: null,
    isCalled: () => calls().length > 0,
    attempt: () => ({
      ...plan,
      accepted: ok,
      answer: { status, text: ownCopy(text.slice(0, longestText)), headers },
      sent: { uuid, kind: event, url, path, marker },
      calls: calls(),
      repeats,
      tookMs,
    }),
    repeat: async () => {
      until = mailbox.calls.length;
      mailbox.hurry();
      const atOnce = { ...plan, reply: { ...plan.reply, delayMs: 0 } };
      return sendBody(session, { ...sending, plan: atOnce, repeats: true });
    },
  };
}
