/** Stops a run by signals. */
import { systemClock } from '@outreach-api/engine';
import type { Output } from '../report/summary.ts';

const again: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/** A signal this soon after the first is the same request: from a terminal, and from npx, which passes it on. */
const sameWishMs = 500;

const restoring = 'stopping; restoring what was changed';

/**
 * The first signal stops the run and restores the target; a second one ends the process at once. The exception is a
 * closed terminal (SIGHUP): the shell and the system both send that.
 *
 * @param saying - what to print at the first one
 */
export function stopOnSignals(output: Output, saying = restoring): AbortSignal {
  const stop = new AbortController();
  let askedAt: number | null = null;
  const stopOnce = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    output.write(`outreach-conformance: ${saying} (again to exit at once)\n`);
  };
  process.on('SIGHUP', stopOnce);
  for (const signal of again) {
    process.on(signal, () => {
      const now = systemClock.now();
      if (askedAt !== null && now - askedAt > sameWishMs) process.exit(130);
      askedAt ??= now;
      stopOnce();
    });
  }
  return stop.signal;
}
