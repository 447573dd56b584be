/** Which target `pnpm test:conformance` judges. */
import path from 'node:path';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import { sandboxTarget } from '../test/judge-sandbox.ts';
import { defaultLedgerFolder } from '../src/commands/safety-options.ts';
import { readTargetFile, targetFromEnvironment } from '../src/target/read-target-file.ts';
import type { Target } from '../src/target/target.ts';

/** The target that `pnpm test:conformance` judges, and how to release it. */
export interface TargetOfThisRun {
  readonly target: Target;
  /** The folder of the ledger of changes to it; null for a private sandbox. */
  readonly ledger: string | null;
  close(): Promise<void>;
}

/** A file or folder, relative to the directory in which pnpm was started. */
export function inStartFolder(name: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
}

/**
 * The target that the environment names, by `OUTREACH_TARGET` (a target file) or `OUTREACH_BASE_URL` and
 * `OUTREACH_TOKEN`; otherwise a private sandbox, with everything allowed.
 */
export async function targetOfThisRun(): Promise<TargetOfThisRun> {
  const { OUTREACH_TARGET, OUTREACH_BASE_URL } = process.env;
  const ledger = inStartFolder(defaultLedgerFolder);
  if (OUTREACH_TARGET) {
    const target = await readTargetFile(inStartFolder(OUTREACH_TARGET), process.env);
    return { target, ledger, close: nothingToClose };
  }
  if (OUTREACH_BASE_URL)
    return { target: targetFromEnvironment(undefined, process.env), ledger, close: nothingToClose };
  return serveOwnSandbox();
}

async function nothingToClose(): Promise<void> {}

/** A bucket that an ordinary run does not empty but a flood does, and that refills soon. */
const rateLimit = { requests: 3000, perMs: 60_000 };

async function serveOwnSandbox(): Promise<TargetOfThisRun> {
  const sandbox = await createSandbox({ rateLimit, dialect: { rateLimitWindow: 'bucket' } });
  const served = await serveSandbox(sandbox);
  return {
    target: sandboxTarget(sandbox, served.url, { flood: 5000 }),
    ledger: null,
    close: async () => {
      await served.close();
      sandbox.close();
    },
  };
}
