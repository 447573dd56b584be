/** Stops a run by signals. */
import type { Output } from '../report/summary.ts';

const again: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/**
 * The first signal stops the run and restores the target; a second one ends the process at once. Not so where the
 * terminal was closed (SIGHUP): the shell and the system both say that.
 */
export function stopOnSignals(output: Output): AbortSignal {
  const stop = new AbortController();
  let isAskedAgain = false;
  const stopOnce = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    output.write(
      'outreach-conformance: stopping; what was changed is being restored (again to end at once)\n',
    );
  };
  process.on('SIGHUP', stopOnce);
  for (const signal of again) {
    process.on(signal, () => {
      if (isAskedAgain) process.exit(130);
      isAskedAgain = true;
      stopOnce();
    });
  }
  return stop.signal;
}
