/** Checks late in a run what happened to webhook tests: whether they call again, or are stored after all. */
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { lastKeyOf } from '../../account/first-key.ts';
import { knownWebhook, type KnownWebhook } from '../../account/known-webhook.ts';
import { webhooksMustStay } from '../../account/webhooks-left-alone.ts';
import { lateListing } from '../../account/late-listing.ts';
import { listedNow } from '../../account/list-now.ts';
import { identityOf } from '../../records/page.ts';
import type { Session } from '../../session/session.ts';
import { fullTests, listOrNothing } from './full-tests.ts';
import { firstBatch, type TestBatch } from './test-batches.ts';
import { isComplete, type ListNow } from '../../records/list-now.ts';
import type { ListAround, TestBatchSeen } from './tests-seen.ts';

const noTests: TestBatch = { together: false, tests: [] };
/** Effects later than this after the last test are not waited for. A run seldom has to wait this long. */
const latestMs = 1200;
const deliveriesOfABatch = 9;

/**
 * Checks the tests of {@link fullTests} once more, and the webhooks that any tests have named, near the end of a run:
 * so no batch has to wait for what should not come. To confirm a breach, tests name another webhook, which is then
 * left alone.
 */
export const lateTests = defineExperiment<TestBatch, TestBatchSeen>({
  name: 'late-tests',
  needs: ['deliveries'],
  phase: 'late',
  changes: ['webhooks'],
  given: fc.constant(noTests),
  first: [noTests],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const { calls } = session.state.account;
    if (calls.addresses.length === 0) throw new Unmet('no webhook test was sent before');
    if (calls.wereLate) await testAnew(session);
    await session.clock.wait(Math.max(0, calls.lookedAtMs + latestMs - session.clock.now()));
    const late = calls.take();
    const list = await listAfterAll(session);
    const isChanged = list !== null && list.untested !== null;
    calls.wereLate ||= late.length > 0 || isChanged;
    if (isChanged) session.ifBroken(async () => webhooksMustStay(session, latestMs));
    return { attempts: [], late, incomplete: null, earlier: calls.addresses, list };
  },
});

/** Tests from scratch, with a webhook that no test has named so far. */
async function testAnew(session: Session): Promise<void> {
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
  const list = session.asksAnew
    ? await listOrNothing(session, null)
    : await lateListing.in(session).catch(whereUnmet(null));
  if (list === null) return null;
  for (const [identity, { record: untested }] of session.state.account.untested) {
    const listed = list.records.find((record) => identityOf(record) === identity);
    if (listed !== undefined && isDeepStrictEqual(listed, untested)) continue;
    if (listed === undefined && !(await isLost(session, identity, list))) continue;
    return listed === undefined
      ? { before: { ...list, records: [...list.records, untested] }, after: list, quiet: true, untested }
      : { before: list, after: list, quiet: false, untested };
  }
  return { before: list, after: list, quiet: false, untested: null };
}

/** Whether a second check does not find it either. A long list is not read in full. */
async function isLost(session: Session, identity: string, list: ListNow): Promise<boolean> {
  if (list.margin !== undefined || !isComplete(list)) return false;
  return (await listedNow(session, identity).catch(whereUnmet(undefined))) === null;
}
