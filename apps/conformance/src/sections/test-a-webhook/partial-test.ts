/** Sends webhook tests that lack one or more of the three required fields. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { askedWithANewKey } from '../../account/asked-with-a-new-key.ts';
import { defineFinding } from '../../session/finding.ts';
import { inputKey } from '../../engine/experiment.ts';
import { inBatches } from '../../engine/in-batches.ts';
import { Disturbed, Unmet, whereUnmet } from '../../engine/unmet.ts';
import type { PartialTest, RequiredField } from '../../records/breaches/test-a-webhook.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Mailbox } from '../../http/receiver.ts';
import type { Session } from '../../session/session.ts';
import { fullTest } from './full-test.ts';
import { knownWebhook, namedEvent, type KnownWebhook } from '../../account/known-webhook.ts';
import { noKnownWebhook, refusedAll } from './uuid-only-test.ts';
import { type PartialTestSeen, patientMs, fields, isUuidAlone } from './tests-seen.ts';

/** How long to wait for a call that may be late. */
const lateMs = 1000;

/** The same, to confirm what was seen late. */
const latestMs = 4000;
/** How long to wait for one when tests are tried one by one. */
const screenedMs = 200;
/** How long to send nothing, to see whether a webhook is called anyway. */
const untestedMs = 3000;
/** Effects of a test come sooner than this. */
const settlingMs = 2000;

const otherMethods = ['GET', 'PUT', 'PATCH', 'DELETE'] as const;

const one = fields.map((field) => [field]);
const withMethod = one.filter(([field]) => field !== 'request_method');
const two = fields.map((field) => fields.filter((other) => other !== field));

function lacking(
  sets: readonly (readonly RequiredField[])[],
  uuid: PartialTest['uuid'],
  waitMs: number,
): PartialTest[] {
  return sets.map((lacks) => ({ lacks, uuid, request_method: 'POST', waitMs }));
}

const boundaries: readonly PartialTest[] = [
  ...lacking([fields], 'known', 120),
  ...lacking(one, 'none', screenedMs),
  ...lacking(one, 'known', 120),
  ...lacking(one, 'fresh', 20),
  ...lacking(two, 'none', 20),
  ...lacking(two, 'known', 20),
  ...lacking(two, 'fresh', 20),
  ...lacking([fields], 'none', 20),
  ...otherMethods.flatMap((request_method) =>
    lacking(withMethod, 'none', 20).map((test) => ({ ...test, request_method })),
  ),
];

const patient: PartialTest = { lacks: ['event'], uuid: 'none', request_method: 'POST', waitMs: patientMs };

/**
 * Tests that lack a required field (Test a webhook). The complete test, accepted, is the control. A lone uuid is a
 * separate matter (TEST-01).
 */
export const partialTest = defineExperiment<PartialTest, PartialTestSeen>({
  name: 'partial-test',
  needs: ['deliveries'],
  phase: 'refusal',
  changes: ['webhooks'],
  given: fc.record({
    lacks: fc.subarray([...fields], { minLength: 1, maxLength: 2 }),
    uuid: fc.constantFrom('none', 'fresh'),
    request_method: fc.constantFrom(...otherMethods),
    waitMs: fc.constant(20),
  }),
  first: boundaries,
  runs: 1,
  costly: true,
  probe: async (given, session) =>
    (await screened.in(session)).seen.get(inputKey(given)) ?? sendPartial(given, session),
});

/** Such tests with a new key. */
export const newKeyPartialTest = askedWithANewKey(partialTest, { first: lacking(one, 'none', 20), runs: 0 });

/**
 * Tests that lack a field, with a longer wait for calls: what is refused may be carried out later anyway. Those of
 * {@link partialTest} are checked late, when that needs no more waiting; another test is sent only if they had any
 * effect, or to confirm.
 */
export const patientPartialTest = defineExperiment<PartialTest, PartialTestSeen>({
  name: 'patient-partial-test',
  needs: ['deliveries'],
  phase: 'late',
  given: fc.constant(patient),
  first: [patient],
  runs: 0,
  costly: true,
  probe: async (given, session) => {
    const { seen, mailboxes, since } = await screened.in(session);
    const first = seen.get(inputKey({ ...given, waitMs: screenedMs }));
    if (first !== undefined && !session.asksAnew) {
      await session.clock.wait(Math.max(0, since + given.waitMs - session.clock.now()));
      if (areQuiet(mailboxes)) return first;
    }
    if (session.state.budgets.left('deliveries') < 3)
      throw new Unmet('too few deliveries are left to wait for late calls');
    const called = [...seen.keys()][mailboxes.findIndex(({ calls }) => calls.length > 0)];
    const partial = boundaries.find((boundary) => inputKey(boundary) === called) ?? given;
    return sendPartial({ ...partial, waitMs: latestMs }, session);
  },
});

/** Tests that were all refused, with their outcomes. */
interface Screened {
  /** Keyed by input. */
  readonly seen: ReadonlyMap<string, PartialTestSeen>;
  readonly mailboxes: readonly Mailbox[];
  /** When the last was sent, in milliseconds on the run's clock. */
  readonly since: number;
}

/**
 * The outcomes of the boundaries, if all were refused and nothing was called: sent one right after the other, with a
 * shared wait. None if any had another outcome: then each is sent and waited for separately.
 */
const screened = defineFinding(async (session): Promise<Screened> => {
  const none: Screened = { seen: new Map(), mailboxes: [], since: 0 };
  const full = await fullTest.in(session);
  const known = await knownWebhook.in(session);
  if (!full.accepted) return none;
  const callsBefore = known?.stored?.calls.length ?? 0;
  const mailboxes: Mailbox[] = [];
  const seen = new Map<string, PartialTestSeen>();
  const trying = boundaries.filter(({ uuid }) => uuid !== 'known' || known !== null);
  const sendOne = async (given: PartialTest) => ({
    given,
    sent: await send(given, session, given.uuid === 'known' ? known : null).catch(whereUnmet(null)),
  });
  const left = (): number => Math.max(1, session.state.budgets.left('deliveries'));
  // Among others, a lone uuid may be refused because of them, with a status other than TEST-01's.
  for (const batch of [trying.filter(isUuidAlone), trying.filter((test) => !isUuidAlone(test))]) {
    for await (const { given, sent } of inBatches(batch, sendOne, left)) {
      if (sent === null || sent.answer.ok || sent.own.calls.length > 0) return none;
      mailboxes.push(sent.own);
      const { status } = sent.answer;
      seen.set(inputKey(given), { accepted: false, status, calls: 0, fullTestTaken: true });
    }
  }
  const since = session.clock.now();
  await session.clock.wait(Math.max(...boundaries.map(({ waitMs }) => waitMs)));
  const isQuiet = areQuiet(mailboxes) && (known?.stored?.calls.length ?? 0) === callsBefore;
  return isQuiet ? { seen, mailboxes, since } : none;
});

function areQuiet(mailboxes: readonly Mailbox[]): boolean {
  return mailboxes.every(({ calls }) => calls.length === 0);
}

/** Sends a test with its own target address. */
async function send(
  given: PartialTest,
  session: Session,
  known: KnownWebhook | null,
): Promise<{ readonly own: Mailbox; readonly answer: Answer }> {
  const own = (await session.receiver()).open('/partial', 208);
  const answer = await session.api.testWebhook(
    {
      ...(given.uuid === 'none' ? {} : { uuid: known?.uuid ?? randomUUID() }),
      ...(given.lacks.includes('event') ? {} : { event: namedEvent }),
      ...(given.lacks.includes('request_method') ? {} : { request_method: given.request_method }),
      ...(given.lacks.includes('target_url') ? {} : { target_url: own.url }),
    },
    known !== null,
  );
  return { own, answer };
}

async function sendPartial(given: PartialTest, session: Session): Promise<PartialTestSeen> {
  const full = await fullTest.in(session);
  const known = given.uuid === 'known' ? await knownWebhook.in(session) : null;
  if (given.uuid === 'known' && known === null) throw new Unmet(noKnownWebhook);
  const callsBefore = known?.stored?.calls.length ?? 0;
  const { own, answer } = await send(given, session, known);
  await session.clock.wait(
    known !== null && session.state.account.calls.followRefusals ? lateMs : given.waitMs,
  );
  const callsOfStored = (known?.stored?.calls.length ?? 0) - callsBefore;
  if (known?.stored && callsOfStored > 0 && own.calls.length === 0 && !answer.ok) {
    await checkIsCalledByTestsAlone(known.stored, session);
    session.state.account.calls.followRefusals = true;
  }
  const calls = own.calls.length + callsOfStored;
  if (!full.accepted && !answer.ok && calls === 0) throw new Unmet(refusedAll(full.status));
  return { accepted: answer.ok, status: answer.status, calls, fullTestTaken: full.accepted };
}

/** The webhook is a real one: if its event occurs, it is called, whatever is tested. */
async function checkIsCalledByTestsAlone({ calls }: Mailbox, { clock, state }: Session): Promise<void> {
  if (!state.account.calls.followEvents) {
    await clock.wait(settlingMs);
    const before = calls.length;
    await clock.wait(untestedMs);
    if (calls.length > before) state.account.calls.followEvents = true;
  }
  if (state.account.calls.followEvents)
    throw new Disturbed('the webhook that tests name is called even while nothing is tested');
}
