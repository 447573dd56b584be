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
  signal?.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const stop = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', stop);
    const settle = (): void => signal?.removeEventListener('abort', stop);
    work().then(resolve, reject).finally(settle);
  });
}
