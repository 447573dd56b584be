/** Keeps a run alive whose output nobody takes any more. */

/**
 * From here on, output that cannot be written ends nothing: whoever reads it may stop (`| head`), its terminal may be
 * closed, its disk may be full. The run goes on, and restores what it changed.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
