/** Sends batches of webhook tests with the full configuration, between two looks at the list. */
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { targetSuffix } from '../arbitraries/target-suffix.ts';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import type { Mailbox, ReceivedCall } from '../session/receiver.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import { knownWebhook, namedEvent, type KnownWebhook } from './known-webhook.ts';
import { isListed, isSameList, listNow, type ListNow } from './list-now.ts';
import {
  sendTest,
  type CallMethod,
  type PlannedTest,
  type SentTest,
  type TestAttempt,
  type TestedUuid,
} from './test-attempt.ts';

/** A batch of tests, one after the other or all at once. */
export interface TestBatch {
  readonly together: boolean;
  readonly tests: readonly PlannedTest[];
}

/** The list before and after a batch. */
export interface ListAround {
  readonly before: ListNow;
  readonly after: ListNow;
  /** Whether it stood still while nothing was tested: where not, others are at work. */
  readonly quiet: boolean;
}

/** What became of a batch. */
export interface TestBatchSeen {
  readonly attempts: readonly TestAttempt[];
  /** Calls that came for tests of earlier batches, after those were looked at. */
  readonly late: readonly ReceivedCall[];
  /** Null where the list could not be read. */
  readonly list: ListAround | null;
}

const settleMs = 200;
const statuses = [203, 207, 208, 226] as const;

function plan(method: CallMethod, uuid: TestedUuid, suffix: string, status: number): PlannedTest {
  return { method, uuid, event: 'named', suffix, status };
}

/** Three POST tests that differ in their uuid, one whose target fails, and one of each other method. */
const firstBatch: TestBatch = {
  together: false,
  tests: [
    plan(
      'POST',
      'none',
      '/Hooks/crm.In/v-a/?tag=b&Source=Outreach&x=y&tag=a&long=abcdefghijklmnopqrstuvwxyz',
      207,
    ),
    plan('POST', 'known', '/plain', 203),
    plan('POST', 'fresh', '?only=query', 226),
    plan('POST', 'none', '/fails', 500),
    plan('GET', 'none', '/Get/It?tag=b&tag=a&x=Y', 208),
    plan('PUT', 'none', '/put/slash/?x=y&a=b', 226),
    plan(
      'PATCH',
      'none',
      '/a/b/c/d/e/f/g/h/i/j/k?long=abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      203,
    ),
    plan('DELETE', 'none', '/Delete_me?x=a&y=b&x=c', 207),
  ],
};

/** The same at the same time, with a known uuid for some of the others, and events of the list. */
const secondBatch: TestBatch = {
  together: true,
  tests: firstBatch.tests.map((test, index) => ({
    ...test,
    status: test.status === 500 ? 503 : (statuses[index % statuses.length] ?? 203),
    uuid: test.method === 'PUT' || test.method === 'DELETE' ? 'known' : test.uuid,
    event: test.status === 500 || (test.method === 'POST' && test.uuid !== 'none') ? 'named' : 'listed',
  })),
};

/** Tests with the full configuration (Test a webhook; Events). A batch may spend eight deliveries. */
export const fullTests = defineExperiment<TestBatch, TestBatchSeen>({
  name: 'full-tests',
  needs: ['deliveries'],
  phase: 'change',
  changes: ['webhooks'],
  given: fc.record({
    together: fc.boolean(),
    tests: fc.tuple(...firstBatch.tests.map((test) => wandering(test))),
  }),
  first: [firstBatch, secondBatch],
  runs: 2,
  cost: { deliveries: 8 },
  costly: true,
  probe: async (batch, session) => {
    const known = await listedWebhook(session);
    const before = await listOrNothing(session);
    const tests = batch.tests.filter(({ uuid }) => uuid !== 'known' || known !== null);
    const began = performance.now();
    const sent = await sendAll(session, { ...batch, tests }, eventsOf(before), known);
    await settle(sent);
    const late = lateCalls(session.state, sent);
    const after = before === null ? null : await listOrNothing(session);
    const list =
      before === null || after === null
        ? null
        : { before, after, quiet: await isQuiet(session, before, after, performance.now() - began) };
    return { attempts: sent.map((one) => one.attempt()), late, list };
  },
});

function wandering(test: PlannedTest): fc.Arbitrary<PlannedTest> {
  return fc.record({
    method: fc.constant(test.method),
    uuid: test.method === 'POST' ? fc.constant(test.uuid) : fc.constantFrom('none', 'known'),
    event: fc.constantFrom('named', 'listed'),
    suffix: targetSuffix(),
    status: test.status === 500 ? fc.constantFrom(500, 502, 404) : fc.constantFrom(...statuses),
  });
}

/** The named event first, then those of the list. */
function eventsOf(list: ListNow | null): readonly string[] {
  const listed = (list?.records ?? []).flatMap(({ event }) =>
    typeof event === 'string' && event !== '' ? [event] : [],
  );
  return [...new Set([namedEvent, ...listed])];
}

async function sendAll(
  session: Session,
  { together, tests }: TestBatch,
  events: readonly string[],
  known: KnownWebhook | null,
): Promise<readonly SentTest[]> {
  const send = async (test: PlannedTest, index: number): Promise<SentTest> => {
    const another = test.event === 'named' ? namedEvent : (events[(index + 1) % events.length] ?? namedEvent);
    return sendTest(session, test, test.uuid === 'known' ? (known?.event ?? another) : another, known);
  };
  if (together) return Promise.all(tests.map(send));
  const sent: SentTest[] = [];
  for (const [index, test] of tests.entries()) sent.push(await send(test, index));
  return sent;
}

function isWaitedFor(one: SentTest): boolean {
  return one.attempt().answer.status === 202 && one.mailbox.calls.length === 0;
}

/** Waits for calls that come after the answer: a moment for all, longer where the answer was 202. */
async function settle(sent: readonly SentTest[]): Promise<void> {
  for (const pause of [settleMs, 300, 700, 1800]) {
    await wait(pause);
    if (!sent.some(isWaitedFor)) return;
  }
}

const lookedAt = new WeakMap<SessionState, { readonly mailbox: Mailbox; seen: number }[]>();

/** Calls of earlier batches that have come since; each is told once. */
function lateCalls(state: SessionState, sent: readonly SentTest[]): readonly ReceivedCall[] {
  const earlier = lookedAt.get(state) ?? [];
  const late = earlier.flatMap((one) => {
    const calls = one.mailbox.calls.slice(one.seen);
    one.seen += calls.length;
    return calls;
  });
  lookedAt.set(state, [...earlier, ...sent.map(({ mailbox }) => ({ mailbox, seen: mailbox.calls.length }))]);
  return late;
}

/** The webhook that tests name; another one where it is gone. */
async function listedWebhook(session: Session): Promise<KnownWebhook | null> {
  const known = await knownWebhook.in(session);
  const list = await listOrNothing(session);
  if (known === null || list === null || isListed(list, known.uuid)) return known;
  knownWebhook.forget(session);
  const another = await knownWebhook.in(session);
  if (another === null) throw new Unmet(`the webhook ${known.uuid}, which tests named, is no longer listed`);
  return another;
}

async function listOrNothing(session: Session): Promise<ListNow | null> {
  try {
    return await listNow(session.api.control);
  } catch (error) {
    if (error instanceof Unmet) return null;
    throw error;
  }
}

/** Where the list differs after the tests, whether it stands still for as long without any. */
async function isQuiet(
  session: Session,
  before: ListNow,
  after: ListNow,
  milliseconds: number,
): Promise<boolean> {
  if (isSameList(before, after)) return true;
  await wait(Math.min(3000, Math.max(400, milliseconds * 2)));
  const later = await listOrNothing(session);
  return later !== null && isSameList(after, later);
}
