/** Looks late in a run at what became of webhook tests: whether they call again, or are stored after all. */
import * as fc from 'fast-check';
import { defineExperiment } from '../../engine/experiment.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { ReceivedCall } from '../../http/receiver.ts';
import type { Session } from '../../session/session.ts';
import { fullTests, listOrNothing, type TestBatchSeen } from './full-tests.ts';
import { firstBatch, type TestBatch } from './test-batches.ts';

const noTests: TestBatch = { together: false, tests: [] };
/** What comes later than that after the others of its phase began is not waited for. */
const latestMs = 600;
const deliveriesOfABatch = 9;

/**
 * Looks once more at the tests of {@link fullTests}, while other things are looked at: so nobody waits after each batch
 * for what should not come.
 */
export const lateTests = defineExperiment<TestBatch, TestBatchSeen>({
  name: 'late-tests',
  needs: ['deliveries'],
  phase: 'delete',
  given: fc.constant(noTests),
  first: [noTests],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    if (session.state.account.calls.addresses.length === 0)
      throw new Unmet('no webhook test was sent before');
    await session.clock.wait(latestMs);
    const late = await callsSince(session);
    const earlier = session.state.account.calls.addresses;
    const list = await session.locks.hold({ reads: ['webhooks'], changes: [] }, async () =>
      listOrNothing(session, null),
    );
    const around = list === null ? null : { before: list, after: list, quiet: false, untested: null };
    return { attempts: [], late, incomplete: null, earlier, list: around };
  },
});

/** Calls that came since the tests were looked at. Each is told once: who looks again after that sends a batch anew. */
async function callsSince(session: Session): Promise<readonly ReceivedCall[]> {
  const { account } = session.state;
  const late = account.calls.take();
  if (late.length > 0) account.calls.wereLate = true;
  if (late.length > 0 || !account.calls.wereLate) return late;
  if (session.state.budgets.left('deliveries') < deliveriesOfABatch)
    throw new Unmet('calls came late, and there are too few deliveries left to see whether they do so again');
  await fullTests.observe(session, firstBatch, 'probe');
  await session.clock.wait(latestMs);
  return account.calls.take();
}
