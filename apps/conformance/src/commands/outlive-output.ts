/** Keeps a run alive after its output can no longer be written. */

/** The reader has stopped reading (`| head`), or the terminal was closed: nobody misses the rest. */
const unreadCodes: readonly unknown[] = ['EPIPE', 'EIO'];

/**
 * From now on, a failing output does not end the process: the run goes on, restores what it changed, and writes its
 * other outputs. If an output could not be written although it has a reader, as on a full disk, the process exits with
 * 2.
 */
export function outliveOutput(): void {
  const faults: string[] = [];
  for (const [name, stream, other] of [
    ['standard output', process.stdout, process.stderr],
    ['standard error', process.stderr, process.stdout],
  ] as const)
    stream.on('error', (error) => {
      if (faults.length > 0 || ('code' in error && unreadCodes.includes(error.code))) return;
      faults.push(name);
      other.write(`outreach-conformance: ${name} cannot be written: ${error.message}\n`);
    });
  process.once('exit', (code) => {
    if (faults.length > 0 && code !== 130) process.exitCode = 2;
  });
}
