/** Sends webhook tests that lack required fields; some are nothing but a uuid. */
import * as fc from 'fast-check';
import { Disturbed, inBatches, inputKey, Unmet, whereUnmet } from '@outreach-api/engine';
import { defineExperiment, type Experiment, type ExperimentDefinition } from '../../session/suite.ts';
import { defineFinding, type Finding } from '../../session/finding.ts';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { PartialTest, PartialTestSeen, RequiredField } from '../../rules/breaches/test-a-webhook.ts';
import type { Mailbox } from '@outreach-api/wire/receiver';
import type { SentPartialTest } from '../../session/late-calls.ts';
import type { Session } from '../../session/session.ts';
import { knownWebhook, namedEvent } from '../../account/known-webhook.ts';
import { firstDeletion, webhookDeletion } from '../delete-a-webhook/webhook-deletion.ts';
import { callsOf, sendPartial } from './send-partial.ts';
import { fields, isUuidAlone, type PartialTestsSeen } from './tests-seen.ts';

/** How long to wait for a call: after all tests, after one of them, and if one was seen before. */
const screenedMs = 200;
const soonMs = 120;
const lateMs = 1000;
/** How long to send nothing, to see whether a webhook is called anyway. */
const untestedMs = 3000;
/** Effects of a test come sooner than this. */
const settlingMs = 2000;

const otherMethods = ['GET', 'PUT', 'PATCH', 'DELETE'] as const;

/** Tests that are to be refused, beside a control that calls its target. */
const refusedTests = {
  needs: ['deliveries'],
  phase: 'refusal',
  changes: ['webhooks'],
  costly: true,
} as const satisfies Partial<Definition>;

function lacking(
  sets: readonly (readonly RequiredField[])[],
  uuid: PartialTest['uuid'],
  further: Partial<PartialTest> = {},
): PartialTest[] {
  return sets.map((lacks) => ({ lacks, uuid, request_method: 'POST', ...further }));
}

const one = fields.map((field) => [field]);

const uuidsAlone: readonly PartialTest[] = [
  ...lacking([fields], 'known'),
  ...lacking([fields], 'of another method'),
  ...lacking([fields], 'known', { by: 'another account' }),
  ...lacking([fields], 'fresh'),
];

const incomplete: readonly PartialTest[] = [
  ...lacking([fields], 'known'),
  ...lacking([...one, ['event', 'request_method'], fields], 'none'),
  ...lacking([['event']], 'none', { request_method: 'GET' }),
  ...lacking(one, 'known'),
  ...lacking([['event'], ['request_method']], 'fresh'),
  ...lacking([['target_url']], 'fresh', { request_method: 'PUT' }),
];

const byACreatedKey: readonly PartialTest[] = [
  ...lacking([fields], 'known', { by: 'a created key' }),
  ...lacking(one, 'none', { by: 'a created key' }),
];

export const partialTest = partialTests(
  'partial-test',
  'tests webhooks without a field that is required',
  refusedTests,
  incomplete,
  {
    runs: 1,
    given: fc.record({
      lacks: fc.subarray([...fields], { minLength: 1, maxLength: 2 }),
      uuid: fc.constantFrom('none', 'fresh'),
      request_method: fc.constantFrom(...otherMethods),
    }),
  },
);

export const uuidAlone = partialTests(
  'uuid-alone',
  'tests with nothing but a uuid, of a webhook or of none',
  refusedTests,
  uuidsAlone,
);

export const partialTestByACreatedKey = partialTests(
  'partial-test-by-a-created-key',
  'tests webhooks without a field that is required, with a key that was created in this run',
  { ...refusedTests, phase: 'refused deletion' },
  byACreatedKey,
);

/** It can have no effect, so it needs no permission. */
export const unknownUuidAlone = partialTests(
  'unknown-uuid-alone',
  'tests with nothing but a uuid that no webhook has',
  { changes: ['webhookTests'] },
  [...lacking([fields], 'fresh', { letters: 'upper' }), ...lacking([fields], 'profile')],
);

export const deletedUuidAlone = partialTests(
  'deleted-uuid-alone',
  'tests with nothing but the uuid of a webhook that was deleted in this run',
  { needs: ['deletes', 'disposableWebhook'], phase: 'delete' },
  lacking([fields], 'deleted'),
);

type Definition = ExperimentDefinition<PartialTest, PartialTestsSeen>;

/** An experiment that sends such tests. Where calls are allowed, the complete test, accepted, is the control. */
function partialTests(
  name: string,
  does: string,
  when: Partial<Definition>,
  first: readonly PartialTest[],
  explored: Partial<Definition> = {},
): Experiment<PartialTest, PartialTestsSeen> {
  return defineExperiment<PartialTest, PartialTestsSeen>({
    given: fc.constantFrom(...first),
    runs: 0,
    ...when,
    ...explored,
    name,
    does,
    first,
    probe: async (test, session) => {
      if (when.needs?.includes('deliveries') === true) {
        const screened = test.by === 'a created key' ? screenedByACreatedKey : screenedByMainKey;
        const seen = (await screened.in(session)).get(inputKey(test)) ?? (await sendAlone(test, session));
        return { partial: [seen], control: (await fullTest.in(session)).accepted };
      }
      if (test.uuid === 'deleted') await webhookDeletion.observe(session, firstDeletion);
      // In parallel with another test, a service may refuse it differently.
      const changes = test.uuid === 'deleted' ? (['webhooks', 'webhookTests'] as const) : [];
      const sent = session.locks.hold({ reads: [], changes }, async () => sendPartial(test, session));
      return { partial: [(await sent).seen()], control: null };
    },
  });
}

/** Finds out once whether the target accepts a POST test with the full configuration. Spends one delivery. */
const fullTest = defineFinding(async (session: Session) => {
  const receiver = await session.receiver();
  const attempt = async () => {
    const mailbox = receiver.open('/full', 200);
    const configuration = { event: namedEvent, request_method: 'POST', target_url: mailbox.url };
    const { ok, status } = await session.api.control.testWebhook(configuration);
    if (ok) session.state.account.calls.awaitsOne(mailbox);
    return { accepted: ok, status };
  };
  const first = await attempt();
  return classOf(first).effect !== 'perhaps' ? first : attempt();
});

/** Outcomes by input. */
type Screened = ReadonlyMap<string, PartialTestSeen>;

const screenedByMainKey = screening([...uuidsAlone, ...incomplete.filter((test) => !isUuidAlone(test))]);
const screenedByACreatedKey = screening(byACreatedKey);

/**
 * The outcomes of some tests, if all were refused and nothing was called: sent one right after the other, with a shared
 * wait. None if any had another outcome: then each is sent and waited for separately.
 */
function screening(tests: readonly PartialTest[]): Finding<Screened> {
  return defineFinding(async (session): Promise<Screened> => {
    const none: Screened = new Map();
    const [{ accepted }, known] = await Promise.all([fullTest.in(session), knownWebhook.in(session)]);
    if (!accepted) return none;
    const { otherAccountToken } = session.target;
    const tried = tests.filter(
      ({ uuid, by }) =>
        (by !== 'another account' || otherAccountToken !== null) && (uuid !== 'known' || known !== null),
    );
    const sent = new Map<string, SentPartialTest>();
    const sendOne = async (test: PartialTest) => sendPartial(test, session).catch(whereUnmet(null));
    const left = (): number => Math.max(1, session.state.budgets.left('deliveries'));
    // Among others, a lone uuid may be refused because of them, with a status other than TEST-01's.
    const batches = [
      inBatches(tried.filter(isUuidAlone), sendOne, () => 1),
      inBatches(
        tried.filter((test) => !isUuidAlone(test)),
        sendOne,
        left,
      ),
    ];
    for (const batch of batches) {
      for await (const came of batch) {
        if (came === null || !isRefused(came.seen())) return none;
        sent.set(inputKey(came.test), came);
      }
    }
    await session.clock.wait(screenedMs);
    const seen = new Map([...sent].map(([input, came]) => [input, came.seen()]));
    if (![...seen.values()].every(isRefused)) return none;
    session.state.account.calls.wereRefused([...sent.values()], session.clock.now());
    return seen;
  });
}

function isRefused({ test, accepted, status, calls }: PartialTestSeen): boolean {
  return !accepted && calls === 0 && (status === 422 || !isUuidAlone(test));
}

/** Sends a test, and waits for its calls: longer if some were seen before. */
async function sendAlone(test: PartialTest, session: Session): Promise<PartialTestSeen> {
  const full = await fullTest.in(session);
  const known = test.uuid === 'known' ? await knownWebhook.in(session) : null;
  const { stored = null } = known ?? {};
  const before = callsOf(stored);
  const sent = await sendPartial(test, session);
  await session.clock.wait(session.readsAfresh ? lateMs : soonMs);
  const seen = sent.seen();
  if (stored !== null && callsOf(stored) > before && !seen.accepted)
    session.ifBroken(async () => mustBeCalledByTestsAlone(stored, session));
  const isLikeFull = !seen.accepted && seen.calls === 0 && seen.status === full.status;
  if (!full.accepted && (isRefused(seen) || isLikeFull))
    throw new Unmet(
      `a test with the full configuration was refused with ${full.status}, so a refusal of less says nothing (TEST-03)`,
    );
  if (full.accepted && isRefused(seen)) session.state.account.calls.wereRefused([sent], session.clock.now());
  return seen;
}

/**
 * The webhook is a real one: if its event occurs, it is called, whatever is tested.
 *
 * @throws Disturbed if it is called while nothing is tested
 */
async function mustBeCalledByTestsAlone({ calls }: Mailbox, { clock }: Session): Promise<void> {
  await clock.wait(settlingMs);
  const before = calls.length;
  await clock.wait(untestedMs);
  if (calls.length > before)
    throw new Disturbed('the webhook that tests name is called even while nothing is tested');
}
