/** Determines whether a sandbox breaks a statement, using a separate probe and receiver. */
import { twins, type Dialect, type SandboxOptions, type StatementId } from '../src/index.ts';
import { checks } from './checks/checks.ts';
import { checkedLimit } from './checks/limits.ts';
import { wasDropped } from './checks/check.ts';
import { onOwnClock } from './own-clock.ts';
import { openProbe } from './probe.ts';
import { simulatedReceiver } from './simulated-receiver.ts';

/** The turns whose dialects together cover each reading. */
export const turns = Array.from({ length: 8 }, (_, turn) => turn);

/** Whether the sandbox with this dialect breaks a statement. Checks do not interfere with each other. */
export async function isBroken(
  id: StatementId,
  dialect: Partial<Dialect>,
  options: SandboxOptions = {},
): Promise<boolean> {
  return onOwnClock(async () => {
    const receiver = simulatedReceiver();
    const { needs = [] } = twins.find(({ name }) => name === options.twin) ?? {};
    const isLimited = id.startsWith('RATE') || needs.includes('flood');
    const rateLimit = isLimited ? checkedLimit : null;
    const deliveries = { call: receiver.call };
    const probe = await openProbe({ ...options, dialect, rateLimit, deliveries });
    try {
      return await checks[id](probe, receiver).catch(wasDropped);
    } finally {
      probe.sandbox.close();
    }
  });
}
