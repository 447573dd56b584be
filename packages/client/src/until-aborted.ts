/** Ends work with a signal, also work that does not listen to it. */

/**
 * Waits for the work or for the signal, whichever is first.
 *
 * @throws the signal's reason where it aborts before or during the work; whatever the work throws
 */
export async function untilAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return await work();
  signal.throwIfAborted();
  const over = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    over.abort();
  }
}
