/** Sends batches of webhook tests with the full configuration, between two reads of the list. */
import { eventually, Unmet, whereUnmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { isCalled, isCalledLater } from '@outreach-api/model/bounds';
import { targetSuffix } from './target-suffix.ts';
import { answerBodies } from '@outreach-api/wire/received-call';
import type { Session } from '../../session/session.ts';
import type { CallMethod, TestedUuid } from '../../rules/breaches/test-a-webhook.ts';
import type { Credential } from '@outreach-api/model/records/credential';
import { firstKey } from '../../account/first-key.ts';
import {
  isOfPost,
  knownOfPost,
  knownWebhook,
  namedEvent,
  type KnownWebhook,
} from '../../account/known-webhook.ts';
import { hasUuid, identityOf } from '@outreach-api/model/records/page';
import { listNow } from '../../account/list-now.ts';
import { inOrderOfText } from '../../account/long-list.ts';
import { isOfAnotherRun, isSteady } from '../../account/standstill.ts';
import { sendBatch } from './send-batch.ts';
import { sendTest, type SentTest } from './test-attempt.ts';
import { firstBatch, secondBatch, thirdBatch, type TestBatch } from './test-batches.ts';
import { sendPartial } from './send-partial.ts';
import { isMarked } from './tested-list.ts';
import { wasPerhapsGivenUp } from './webhook-tests.ts';
import {
  differencesOf,
  isComplete,
  isListed,
  isSameList,
  type ListNow,
} from '@outreach-api/model/records/list-now';
import {
  lacksItsEvent,
  succeeds,
  type PlannedTest,
  type TestAttempt,
  type TestBatchSeen,
} from './tests-seen.ts';

/** A kind that the description mentions without its name (Events): a service may refuse it. */
const describedEvent = 'contact_replied';
const statuses = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 299] as const;
/** Not 429: if a target's answer is passed through, it cannot be distinguished from the service's own. */
const failures = [500, 503, 404, 502, 408, 401] as const;
/** A batch may spend nine deliveries. */
export const fullTests = defineExperiment<TestBatch, TestBatchSeen>({
  name: 'full-tests',
  does: 'tests webhooks with the full configuration',
  needs: ['deliveries'],
  phase: 'change',
  changes: ['webhooks'],
  given: fc.record({
    steps: fc.tuple(
      fc.tuple(
        wandering(['POST'], ['none'], statuses),
        wandering(['POST'], ['known'], statuses),
        wandering(['POST'], ['fresh', 'none'], failures),
        wandering(['GET', 'PUT', 'PATCH', 'DELETE'], ['none', 'known'], statuses),
      ),
    ),
  }),
  first: [firstBatch, secondBatch, thirdBatch],
  runs: 1,
  cost: { deliveries: 9 },
  costly: true,
  probe: async (batch, session) => {
    const began = session.clock.now();
    const { known, list: before } = await listedWebhook(session);
    const earlier = session.state.account.calls.addresses;
    const steps = batch.steps.map((step) => (known === null ? step.map(withoutUuid) : step));
    const tests = steps.flat();
    const key = tests.some(({ byNewKey }) => byNewKey === true) ? await newKey(session) : null;
    const { account } = session.state;
    const sent = await sendBatch(session, { steps }, { events: eventsOf(before), known, key });
    // Refused tests must leave nothing behind either.
    if (!account.calls.refused.some(({ test }) => lacksItsEvent(test))) await sendIncomplete(session);
    const partial = account.calls.refused.map((one) => one.seenLate());
    await settle(session, sent);
    const late = account.calls.take();
    lookedAt(session, sent);
    const after = before === null ? null : await listOrNothing(session, known);
    const attempts = sent.map((one) => one.attempt());
    // What an earlier test stored does not differ before and after this batch.
    const untested = account.untested.get(known?.uuid ?? '')?.record ?? null;
    const seen = { partial, control: true, late, earlier };
    const judged = async (): Promise<readonly TestAttempt[]> =>
      withOneOfPost(session, batch, attempts, known);
    if (before === null || after === null) return { ...seen, attempts: await judged(), list: null };
    const around = { before: withMade(session, before, after), after };
    const tookMs = session.clock.now() - began;
    const quiet = await isQuiet(session, { ...around, attempts, tookMs });
    return { ...seen, attempts: await judged(), list: { ...around, quiet, untested } };
  },
});

/**
 * The tests of a batch. A service may test a webhook with its stored method alone: a POST test that was refused for one
 * of another method is replaced by one for a webhook of POST, after all looks at the list.
 */
async function withOneOfPost(
  session: Session,
  { steps }: TestBatch,
  attempts: readonly TestAttempt[],
  known: KnownWebhook | null,
): Promise<readonly TestAttempt[]> {
  const plan = steps.flat().find(mustBeTaken);
  const those = attempts.filter(mustBeTaken);
  const isTaken = those.length === 0 || those.some(({ accepted }) => accepted);
  if (known === null || isOfPost(known) || plan === undefined || isTaken) return attempts;
  const others = attempts.filter((one) => !those.includes(one));
  const ofPost = await knownOfPost(session).catch(whereUnmet(null));
  if (ofPost === null) return others;
  const again = await sendTest(session, plan, ofPost.event, ofPost).catch(whereUnmet(null));
  const sent = [again, again?.refused ?? null].filter((one) => one !== null);
  await settle(session, sent);
  lookedAt(session, sent);
  return [...others, ...sent.map((one) => one.attempt())];
}

/** Whether a test names a webhook, and nothing but that may be why it is refused. */
function mustBeTaken(test: PlannedTest): boolean {
  return test.method === 'POST' && test.uuid === 'known' && test.event === 'named' && succeeds(test);
}

/** From now on, calls of these tests are late. */
function lookedAt({ clock, state }: Session, sent: readonly SentTest[]): void {
  const { calls } = state.account;
  for (const one of sent) {
    const attempt = one.attempt();
    // A service that did not wait for the answer may call again, also much later.
    calls.lookedAt(one.mailbox, succeeds(attempt) && !wasPerhapsGivenUp(attempt));
  }
  calls.lookedAtMs = clock.now();
}

function wandering(
  methods: readonly CallMethod[],
  uuids: readonly TestedUuid[],
  answered: readonly number[],
): fc.Arbitrary<PlannedTest> {
  return fc.record({
    method: fc.constantFrom(...methods),
    uuid: fc.constantFrom(...uuids),
    event: fc.constantFrom('named', 'listed'),
    suffix: targetSuffix(),
    status: fc.constantFrom(...answered),
    reply: fc.record({ body: fc.constantFrom(...answerBodies) }),
  });
}

/**
 * The named event first, then those of the list; if the account knows only one kind, one of the other described ones.
 */
function eventsOf(list: ListNow | null): readonly string[] {
  const listed = (list?.records ?? []).flatMap(({ event }) =>
    typeof event === 'string' && event !== '' ? [event] : [],
  );
  const known = [...new Set([namedEvent, ...listed])];
  return known.length > 1 ? known : [...known, describedEvent];
}

/** Where no webhook is listed, a test names none. */
function withoutUuid(test: PlannedTest): PlannedTest {
  return test.uuid === 'known' ? { ...test, uuid: 'none' } : test;
}

/** The first key created in the run, if there is one: none is created just for this. */
async function newKey(session: Session): Promise<Credential | null> {
  if (session.state.creations.length === 0) return null;
  return (await firstKey.in(session).catch(whereUnmet(null)))?.credential ?? null;
}

/** Sends a test without its event, unless too few deliveries are left. */
async function sendIncomplete(session: Session): Promise<void> {
  const { account, budgets } = session.state;
  if (budgets.left('deliveries') < 1) return;
  const one = await sendPartial({ lacks: ['event'], uuid: 'none', request_method: 'POST' }, session);
  if (!one.seen().accepted) account.calls.wereRefused([one], session.clock.now());
}

/**
 * Waits for calls that come after the answer: a moment, longer after a 202. Repeated calls, and calls of refused
 * tests, are checked for late in the run ({@link lateTests}).
 */
async function settle({ state }: Session, sent: readonly SentTest[]): Promise<void> {
  const uncalled = sent.filter((one) => one.accepted && !one.isCalled());
  const isLater = uncalled.some((one) => classOf(one).effect === 'later');
  await eventually(
    state,
    isLater ? isCalledLater : isCalled,
    async () => uncalled.filter((one) => !one.isCalled()).length,
    (count) => count === 0,
  );
}

/** The webhook that tests name, another one if it is gone, and the list, as last read by an earlier batch. */
async function listedWebhook(
  session: Session,
): Promise<{ readonly known: KnownWebhook | null; readonly list: ListNow | null }> {
  const known = await knownWebhook.in(session);
  const { untested, othersChangeWebhooks } = session.state.account;
  const list = await listOrNothing(session, known, untested.size > 0 && !othersChangeWebhooks);
  if (known === null || list === null || isListed(list, known.uuid)) return { known, list };
  const another = await knownWebhook.again(session);
  if (another === null) throw new Unmet(`the webhook ${known.uuid}, which tests named, is no longer listed`);
  return { known: another, list: await listOrNothing(session, another) };
}

/** The current list; null if it cannot be read. @param recalls - see {@link Wanted} */
async function listOrNothing(
  session: Session,
  known: KnownWebhook | null,
  recalls = false,
): Promise<ListNow | null> {
  const around = known === null ? [] : [known.uuid];
  return listNow(session, { around, recalls }).catch(whereUnmet(null));
}

/** The list before tests, with those that were made before them and are listed only afterwards. */
function withMade({ fixtures }: Session, before: ListNow, after: ListNow): ListNow {
  const late = after.records.filter((record) => {
    const isMade = fixtures.madeWebhooks.some((uuid) => hasUuid(record, uuid));
    return isMade && !isListed(before, identityOf(record));
  });
  const total = before.total + (isComplete(before) ? late.length : 0);
  return late.length === 0
    ? before
    : { ...before, total, records: inOrderOfText([...before.records, ...late]) };
}

/** The list around tests, and how long they took. */
interface AroundTests {
  readonly before: ListNow;
  readonly after: ListNow;
  readonly attempts: readonly TestAttempt[];
  readonly tookMs: number;
}

/** If more differs after the tests than what bears their marks: whether the list stays the same without any. */
async function isQuiet(session: Session, { before, after, attempts, tookMs }: AroundTests): Promise<boolean> {
  if (isSameList(before, after)) return true;
  const differences = differencesOf(before, after);
  if (differences.some(({ record }) => isMarked(record, attempts))) return false;
  if (differences.some(({ record }) => isOfAnotherRun(record, session)))
    session.state.account.othersChangeWebhooks = true;
  return isSteady(session, after, tookMs);
}
