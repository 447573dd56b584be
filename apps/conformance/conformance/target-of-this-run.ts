/** Which target `pnpm test:conformance` judges. */
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import { sandboxTarget } from '../src/proof/judge-sandbox.ts';
import { readTargetFile, targetFromEnvironment } from '../src/target/read-target-file.ts';
import type { Target } from '../src/target/target.ts';

/** The target that `pnpm test:conformance` judges, and how to leave it. */
export interface TargetOfThisRun {
  readonly target: Target;
  close(): Promise<void>;
}

/**
 * The target that the environment names, by `OUTREACH_TARGET` (a target file) or `OUTREACH_BASE_URL` and
 * `OUTREACH_TOKEN`; otherwise a sandbox of one's own, with everything allowed.
 */
export async function targetOfThisRun(): Promise<TargetOfThisRun> {
  const { OUTREACH_TARGET, OUTREACH_BASE_URL } = process.env;
  if (OUTREACH_TARGET)
    return { target: await readTargetFile(OUTREACH_TARGET, process.env), close: nothingToClose };
  if (OUTREACH_BASE_URL)
    return { target: targetFromEnvironment(undefined, process.env), close: nothingToClose };
  return serveOwnSandbox();
}

async function nothingToClose(): Promise<void> {}

/** A bucket that an ordinary run does not empty and a flood does, and that fills again soon. */
const rateLimit = { requests: 3000, perMs: 60_000 };

async function serveOwnSandbox(): Promise<TargetOfThisRun> {
  const sandbox = await createSandbox({ rateLimit, dialect: { rateLimitWindow: 'bucket' } });
  const served = await serveSandbox(sandbox);
  return {
    target: sandboxTarget(sandbox, served.url, { flood: 5000 }),
    close: async () => {
      await served.close();
      sandbox.close();
    },
  };
}
