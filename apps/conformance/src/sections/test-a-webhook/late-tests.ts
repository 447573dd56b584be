/** Checks late in a run what happened to webhook tests: whether they call again, or are stored after all. */
import * as fc from 'fast-check';
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { lastKeyOf } from '../../account/first-key.ts';
import { knownWebhook, type KnownWebhook } from '../../account/known-webhook.ts';
import { listedLate } from '../../account/late-listing.ts';
import { identityOf } from '@outreach-api/model/records/page';
import type { Session } from '../../session/session.ts';
import { fullTests } from './full-tests.ts';
import { sendPartial } from './send-partial.ts';
import { firstBatch, type TestBatch } from './test-batches.ts';
import { patientMs, type ListAround, type TestBatchSeen } from './tests-seen.ts';

const noTests: TestBatch = { steps: [] };
/** How long to wait for calls that came late before. */
const suspectMs = 4000;
const deliveriesOfABatch = 9;

/**
 * So no batch of {@link fullTests} has to wait for what should not come. To confirm a breach, tests name another webhook,
 * which is not used from then on.
 */
export const lateTests = defineExperiment<TestBatch, TestBatchSeen>({
  name: 'late-tests',
  does: 'looks near the end of a run for calls of earlier tests, and at the webhooks that tests have named',
  needs: ['deliveries'],
  phase: 'late',
  changes: ['webhooks'],
  given: fc.constant(noTests),
  first: [noTests],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const { calls } = session.state.account;
    const isAgain = calls.suspects.length > 0;
    if (isAgain) await resendSuspects(session);
    if (calls.wereLate) await repeatTest(session);
    if (calls.addresses.length === 0) throw new Unmet('no webhook test was sent before');
    const since = calls.lookedAtMs + (isAgain ? suspectMs : patientMs);
    await session.clock.wait(Math.max(0, since - session.clock.now()));
    const late = calls.take();
    const partial = calls.refused.map((one) => one.seenLate());
    if (!isAgain) calls.suspects = partial.filter((one) => one.calls > 0).map(({ test }) => test);
    const list = await listAfterAll(session);
    const isChanged = list !== null && list.untested !== null;
    calls.wereLate ||= late.length > 0 || isChanged;
    return { attempts: [], partial, control: true, late, earlier: calls.addresses, list };
  },
});

/** Sends partial tests again that called something late. */
async function resendSuspects(session: Session): Promise<void> {
  const { calls } = session.state.account;
  calls.refused = [];
  for (const test of calls.suspects)
    calls.wereRefused([await sendPartial(test, session)], session.clock.now());
}

/** Tests from scratch, with a webhook that no test has named so far. */
async function repeatTest(session: Session): Promise<void> {
  if (session.state.budgets.left('deliveries') < deliveriesOfABatch)
    throw new Unmet(
      'effects of tests came late, and too few deliveries are left to see whether they do so again',
    );
  session.state.account.untested.clear();
  const known = await knownWebhook.again(session);
  await fullTests.probe(firstBatch, session);
  if (known !== null) await testOtherwise(session, known);
}

/** Tests that name a webhook in ways that no batch has: by its uuid alone, and with a key created in the run. */
async function testOtherwise(session: Session, { uuid, event }: KnownWebhook): Promise<void> {
  await session.api.testWebhook({ uuid }, true).catch(whereUnmet(null));
  const key = lastKeyOf(session);
  if (key === null || session.state.budgets.left('deliveries') < 1) return;
  const { url } = (await session.receiver()).open('/late', 200);
  const configuration = { uuid, event, request_method: 'PUT', target_url: url };
  await session.as(key).testWebhook(configuration).catch(whereUnmet(null));
}

/** The current list, and a webhook named in tests that has changed; null if it cannot be read. */
async function listAfterAll(session: Session): Promise<ListAround | null> {
  const named = [...session.state.account.untested.values()].map(({ record }) => record);
  const late = await listedLate(session, named).catch(whereUnmet(null));
  if (late === null) return null;
  const { list, changes } = late;
  const untested =
    named.find((record) => identityOf(record) === identityOf(changes[0]?.record ?? {})) ?? null;
  const around = { before: list, after: list, quiet: false, untested };
  if (untested === null || changes[0]?.what !== 'gone') return around;
  return { ...around, before: { ...list, records: [...list.records, untested] }, quiet: true };
}
