/** Ends the process of the command. */

/**
 * Ends the process once its output is written. It does not wait for Node.js to shut down on its own: that takes tens of
 * milliseconds in which signals are no longer handled, and a second SIGHUP would change the exit code.
 */
export async function endProcess(code: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit(code);
}

async function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}
