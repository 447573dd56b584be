/** Sends a batch of webhook tests (Test a webhook). */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { namedEvent, type KnownWebhook } from '../../account/known-webhook.ts';
import type { Session } from '../../session/session.ts';
import type { Credential } from '@outreach-api/model/records/credential';
import { sendOnce, sendPair, sendTest, whenCalled, type SentTest } from './test-attempt.ts';
import type { TestBatch } from './test-batches.ts';
import { succeeds, type PlannedTest } from './tests-seen.ts';

/** What tests are made from. */
export interface Means {
  readonly events: readonly string[];
  readonly known: KnownWebhook | null;
  /** A key created in the run; null if there is none. */
  readonly key: Credential | null;
}

/**
 * Sends the steps of a batch, one after the other, as far as `allow.deliveries` goes.
 *
 * @returns what says something: where tests are used up, not those that were refused
 * @throws Unmet if tests were accepted before the batch, and none of it is
 */
export async function sendBatch(
  session: Session,
  { steps }: TestBatch,
  means: Means,
): Promise<readonly SentTest[]> {
  const wereAccepted = session.state.successes.of('testWebhook').length > 0;
  const sent: SentTest[] = [];
  let sentBefore = 0;
  for (const tests of steps) {
    if (sent.length > 0 && !maySendMore(session)) break;
    const wasCalled = sent.at(-1)?.isCalled() === true;
    const numbered = [...tests.entries()]
      .map(([at, test]) => ({ test, number: sentBefore + at }))
      .filter(({ test }) => !(test.otherwise === true && wasCalled));
    sent.push(...(await sendStep(session, numbered, means)));
    sentBefore += tests.length;
  }
  const all = sent.flatMap((one) => (one.refused === null ? [one] : [one, one.refused]));
  if (wereAccepted && !all.some(({ accepted }) => accepted))
    throw new Unmet(
      'tests were accepted before, but none of these: their number may be limited, or what they name may be refused',
    );
  return (await areUsedUp(session, all, means)) ? all.filter((one) => one.accepted || one.isCalled()) : all;
}

/**
 * Whether tests are refused whatever they say, after some were made: their number may be limited. Then what was refused
 * says nothing. The control is a test like one that was made, with another address; it is sent only if a refusal would
 * count: that of a POST, or of all other methods.
 */
async function areUsedUp(session: Session, sent: readonly SentTest[], { known }: Means): Promise<boolean> {
  const attempts = sent.map((one) => one.attempt()).filter(succeeds);
  const made = attempts.filter(({ accepted }) => accepted);
  const refused = attempts.filter(({ accepted, uuid }) => !accepted && uuid !== 'fresh');
  const counts = refused.some(isPost) || made.every(isPost);
  const like = made.find((one) => isPost(one) && one.uuid === 'none') ?? made[0];
  if (like === undefined || refused.length === 0 || !counts) return false;
  const { method, uuid, event, sent: as } = like;
  const plan: PlannedTest = { method, uuid, event, suffix: '/plain', status: 200 };
  const control = await sendOnce(session, plan, as.kind, known).catch(whereUnmet(null));
  return control !== null && !control.accepted && !control.isCalled();
}

function isPost({ method }: PlannedTest): boolean {
  return method === 'POST';
}

/** A test, and its place in its batch. */
interface NumberedTest {
  readonly test: PlannedTest;
  readonly number: number;
}

/** Sends tests at the same time. What is refused in parallel is sent alone, as planned. */
async function sendStep(
  session: Session,
  step: readonly NumberedTest[],
  means: Means,
): Promise<readonly SentTest[]> {
  const sendings = step.map((one) => async (own: Session) => send(own, one, means, sendOnce));
  const atOnce = step.length > 1 ? await Promise.all(session.simultaneously(sendings)) : [];
  const sent: SentTest[] = [];
  for (const [at, one] of step.entries()) {
    const first = atOnce[at];
    sent.push(
      ...(first !== undefined && isDone(one.test, first)
        ? await repeated(first)
        : await send(session, one, means)),
    );
    // Tests that were refused in parallel but called anyway count, too.
    sent.push(...(first ?? []).filter((other) => !sent.includes(other) && other.isCalled()));
  }
  return sent;
}

/** Sends one test: to be sent in pairs or twice if it says so, by a new key if there is one. */
async function send(
  own: Session,
  { test, number }: NumberedTest,
  { events, known, key }: Means,
  sendOne = sendTest,
): Promise<readonly SentTest[]> {
  const usual = test.uuid === 'known' ? (known?.event ?? namedEvent) : namedEvent;
  const others = test.uuid === 'known' ? events.filter((event) => event !== usual) : events;
  const event = test.event === 'named' ? usual : (others[(number + 1) % others.length] ?? usual);
  if (test.inPairs === true && own.mostAtOnce > 1 && own.state.budgets.left('deliveries') > 1) {
    const pair = await sendPair(own, test, event, known);
    if (pair.length > 0) return pair;
  }
  const byKey =
    test.byNewKey === true && key !== null
      ? await sendOne(own.asking(key), test, event, known).catch(whereUnmet(null))
      : null;
  // Whether the key is accepted and answered at all is another question (AUTH-05).
  const first = byKey !== null && byKey.accepted ? byKey : await sendOne(own, test, event, known);
  const again = test.twice === true && first.accepted && (await whenCalled(own, first));
  return again && maySendMore(own) ? [first, await first.repeat()] : [first];
}

/** Whether to send more of a batch; one that is repeated to confirm a breach must be whole, or it is unmet. */
function maySendMore({ readsAfresh, state }: Session): boolean {
  return readsAfresh || state.budgets.left('deliveries') > 0;
}

/** How many tests a service makes at a time is open: what it refuses in parallel it may accept alone. */
function isDone(test: PlannedTest, sent: readonly SentTest[]): boolean {
  return !succeeds(test) || sent.some(({ accepted }) => accepted);
}

/** A repetition that was refused in parallel with other tests is sent alone. */
async function repeated(sent: readonly SentTest[]): Promise<readonly SentTest[]> {
  const [first, again] = sent;
  if (first === undefined || again === undefined || again.accepted || again.isCalled()) return sent;
  return [first, await first.repeat()];
}
