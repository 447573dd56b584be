/** The JSON report of a whole run on a sandbox of its own, for tests of what is made of reports. */
import {
  createSandbox,
  serveSandbox,
  type Dialect,
  type Sandbox,
  type SandboxOptions,
} from '@outreach-api/sandbox';
import { judgeTarget } from '../judge-target.ts';
import { jsonReport, type JsonReport } from '../report/json-report.ts';
import { rules } from '../rules/rules.ts';
import { sandboxTarget } from './judge-sandbox.ts';

/** What differs from a whole run on a usual sandbox. */
export interface SandboxReporting {
  /** How the sandbox is made, besides its dialect and seed. */
  readonly sandbox?: SandboxOptions;
  /** Whether only what is open is observed, and no rule judged. */
  readonly observesOnly?: boolean;
  /** Called over and over while the run goes on: somebody else at work. */
  readonly meanwhile?: (sandbox: Sandbox) => void;
}

const pauseMs = 15;

/** The JSON report of a whole run, observations included, on a sandbox of its own. */
export async function sandboxReport(
  dialect: Partial<Dialect>,
  seed: number,
  { sandbox: options = {}, observesOnly = false, meanwhile }: SandboxReporting = {},
): Promise<JsonReport> {
  const sandbox = await createSandbox({ ...options, dialect, seed });
  const served = await serveSandbox(sandbox);
  const somebody = setInterval(() => meanwhile?.(sandbox), pauseMs);
  try {
    const target = sandboxTarget(sandbox, served.url);
    const run = await judgeTarget(target, {
      rules: observesOnly ? [] : rules,
      observe: true,
      seed,
      runs: null,
      path: null,
    });
    return jsonReport(run, 'outreach-conformance server');
  } finally {
    clearInterval(somebody);
    await served.close();
    sandbox.close();
  }
}
