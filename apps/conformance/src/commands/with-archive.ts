/** Runs with a recorder if an archive of the exchanges is wanted. */
import { writeHar } from '../report/har.ts';
import { Recorder } from '../http/recorder.ts';
import type { Secrets } from '../output/secrets.ts';

/**
 * Runs with a recorder if an archive is wanted, and writes it at the end, even if the run could not be done.
 *
 * @param file - where the archive goes; undefined if none is wanted
 * @throws ConfigurationError if the archive cannot be written, and whatever `run` throws
 */
export async function withArchive<Result>(
  file: string | undefined,
  secrets: Secrets,
  run: (recorder: Recorder | null) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return run(null);
  const recorder = new Recorder();
  try {
    return await run(recorder);
  } finally {
    await writeHar(file, recorder, secrets);
  }
}
