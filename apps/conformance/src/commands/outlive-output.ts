/** Keeps a run alive after its output can no longer be written. */

/**
 * From now on, a failing output does not end the process: its reader may stop (`| head`), its terminal may be closed,
 * its disk may be full. The run goes on, and restores what it changed.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
