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

/** Two requests that are sent at the same time do not meet each time, where others keep the machine busy. */
const mostTries = 3;

/**
 * Whether the sandbox with this dialect breaks a statement; with a twin, whether one of a few does. Checks do not
 * interfere with each other.
 */
export async function isBroken(
  id: StatementId,
  dialect: Partial<Dialect>,
  options: SandboxOptions = {},
): Promise<boolean> {
  const most = options.twin === undefined ? 1 : mostTries;
  for (let tries = 0; tries < most; tries += 1) if (await breaks(id, dialect, options)) return true;
  return false;
}

async function breaks(id: StatementId, dialect: Partial<Dialect>, options: SandboxOptions): Promise<boolean> {
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
