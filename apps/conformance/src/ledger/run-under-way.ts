/** Finds out whether the run of a ledger is still in progress. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemClock } from '@outreach-api/engine';
import type { LedgerHead } from './ledger-line.ts';

/** Linux counts in these; it is the same on all architectures. */
const ticksPerSecond = 100;
/** The clock of the machine may have been set between the start of the process and that of the run. */
const longestStartMs = 60_000;

/**
 * Whether the run that keeps this ledger is still in progress, as far as this machine knows. On Linux, a process
 * that began long after the run is another one, which was given the same number.
 */
export function isUnderWay({ head }: { readonly head: LedgerHead }): boolean {
  if (head.host !== hostname() || head.pid === process.pid) return false;
  try {
    process.kill(head.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const [state, startedAt] = processOf(head.pid);
  // In a container, an ended process may still exist because nothing has collected its exit code.
  if (state === 'Z') return false;
  return startedAt === null || startedAt < Date.parse(head.startedAt) + longestStartMs;
}

/** The state of a process, and when it began (ms since 1970); null if that is not known. */
function processOf(pid: number): readonly [state: string | null, startedAt: number | null] {
  try {
    // The name of the program is in parentheses, and may contain some.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const upSeconds = Number.parseFloat(readFileSync('/proc/uptime', 'utf8'));
    const ageSeconds = upSeconds - Number(fields[19]) / ticksPerSecond;
    const startedAt = systemClock.date().getTime() - ageSeconds * 1000;
    return [fields[0] ?? null, Number.isFinite(startedAt) ? startedAt : null];
  } catch {
    return [null, null];
  }
}
