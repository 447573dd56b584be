/** Runs with a recorder if an archive of the exchanges is wanted. */
import { writeHar } from '../report/har.ts';
import { Recorder } from '@outreach-api/wire/recorder';
import type { Secrets } from '@outreach-api/masking/secrets';
import type { Unwritten } from '../output/unwritten.ts';

/**
 * Runs with a recorder if an archive is wanted, and writes it at the end, even if the run could not be done.
 *
 * @param file - where the archive goes; undefined if none is wanted
 * @param unwritten - is given the archive if it cannot be written: the run still counts
 * @throws whatever `run` throws
 */
export async function withArchive<Result>(
  file: string | undefined,
  secrets: Secrets,
  unwritten: Unwritten,
  run: (recorder: Recorder | null) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return run(null);
  const recorder = new Recorder();
  try {
    return await run(recorder);
  } finally {
    await unwritten.attempt(file, async () => writeHar(file, recorder, secrets));
  }
}
