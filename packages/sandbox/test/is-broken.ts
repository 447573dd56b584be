/** Tells whether a sandbox breaks a statement, on a probe and a receiver of its own. */
import type { Dialect, SandboxOptions, StatementId } from '../src/index.ts';
import { checks } from './checks/checks.ts';
import { checkedLimit } from './checks/limits.ts';
import { wasDropped } from './checks/check.ts';
import { openProbe } from './probe.ts';
import { openReceiver } from './receiver.ts';

/** The turns whose dialects together have each reading. */
export const turns = Array.from({ length: 8 }, (_, turn) => turn);

/** Whether the sandbox with this dialect breaks a statement. */
export async function isBroken(
  id: StatementId,
  dialect: Dialect,
  options: SandboxOptions = {},
): Promise<boolean> {
  const receiver = await openReceiver();
  receiver.answer = { status: 200, body: 'received' };
  const rateLimit = id.startsWith('RATE') ? checkedLimit : null;
  const probe = await openProbe({ ...options, dialect, rateLimit });
  try {
    return await checks[id](probe, receiver).catch(wasDropped);
  } finally {
    probe.sandbox.close();
    await receiver.close();
  }
}
