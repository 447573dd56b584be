/** Writes machine-readable reports even if a run could not be done. */
import { systemClock } from '@outreach-api/engine';
import { failedReport, type FailedRun } from '../report/failed-report.ts';
import { leftInWords } from '@outreach-api/report/left-on-target';
import { prepareOutputs, writeOutputs, type WantedOutputs } from '../report/outputs.ts';
import { environmentSecrets } from '@outreach-api/masking/environment-secrets';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import type { Secrets } from '@outreach-api/masking/secrets';
import type { Unwritten } from '../output/unwritten.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { reportUnwritten } from './report-run.ts';

/** What is known about a run before it is done. */
export type StartedRun = Pick<FailedRun, 'seed' | 'restoreCommand'> & {
  /** The address of the target, as far as it is known by now. */
  readonly baseUrl: () => string;
  readonly secrets: Secrets;
  /** The outputs that could not be written so far. */
  readonly unwritten: Unwritten;
  /** What it has done to the target by now; nothing if not set. */
  readonly ledger?: () => readonly LedgerEntry[];
};

/**
 * Runs, and on failure writes all requested reports with the reason: otherwise a job would show those of the previous
 * run, or none.
 *
 * @throws whatever `run` throws
 */
export async function reportingFailure<Result>(
  wanted: WantedOutputs,
  { baseUrl, secrets, unwritten, ledger = () => [], ...known }: StartedRun,
  run: () => Promise<Result>,
): Promise<Result> {
  const startedAt = systemClock.date();
  try {
    return await run();
  } catch (thrown) {
    const why =
      thrown instanceof ConfigurationError ? thrown.message : `a fault of the suite: ${String(thrown)}`;
    // What was thrown may quote the environment before the target file could be read.
    for (const [secret, placeholder] of environmentSecrets(process.env)) secrets.add(secret, placeholder);
    const report = failedReport({
      ...known,
      startedAt,
      baseUrl: baseUrl(),
      error: secrets.mask(why),
      ledger: secrets.maskAll(ledger()),
    });
    const left = leftInWords(report.ledger);
    if (left.length > 0)
      process.stderr.write(`outreach-conformance: left on the target:\n  ${left.join('\n  ')}\n`);
    await prepareOutputs(wanted, unwritten).catch(() => undefined);
    await writeOutputs(report, wanted, unwritten);
    reportUnwritten(unwritten, secrets);
    throw thrown;
  }
}
