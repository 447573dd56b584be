/** Runs with a file that takes the history, if one is wanted. */
import { openHistory } from '../history/history-file.ts';
import type { WriteLine } from '../history/history-writer.ts';
import type { Unwritten } from '../output/unwritten.ts';

/**
 * Runs with a file that takes the history of the run as it happens, if one is wanted.
 *
 * @param file - where it goes; undefined if none is wanted
 * @param unwritten - is given the history if it cannot be written: the run still counts
 * @throws ConfigurationError if it cannot be opened, and whatever `run` throws
 */
export async function withHistory<Result>(
  file: string | undefined,
  unwritten: Unwritten,
  run: (history: WriteLine | null) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return run(null);
  const history = await openHistory(file);
  try {
    return await run(history.write);
  } finally {
    await unwritten.attempt(file, async () => history.end());
  }
}
