/** The JSON report of a whole run on a sandbox of its own, for tests of what is generated from reports. */
import type { Dialect, Sandbox, SandboxOptions } from '@outreach-api/sandbox';
import { simulate } from './simulation/simulate.ts';
import { judgeTarget } from '../src/judge-target.ts';
import { jsonReport } from '../src/report/json-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { rules } from '../src/catalogue/rules.ts';
import { sandboxTarget } from './judge-sandbox.ts';

/** The differences from a whole run on a default sandbox. */
export interface SandboxReporting {
  /** Options of the sandbox, in addition to its dialect and seed. */
  readonly sandbox?: SandboxOptions;
  /** Whether only open questions are observed, and no rule is judged. */
  readonly observesOnly?: boolean;
  /** Called repeatedly during the run, to simulate another client. */
  readonly meanwhile?: (sandbox: Sandbox) => void;
}

const pauseMs = 15;

/** The JSON report of a whole run, observations included, on a sandbox of its own. */
export async function sandboxReport(
  dialect: Partial<Dialect>,
  seed: number,
  { sandbox: options = {}, observesOnly = false, meanwhile }: SandboxReporting = {},
): Promise<JsonReport> {
  return simulate({ seed, sandbox: { ...options, dialect, seed } }, async ({ sandbox, network, url }) => {
    const somebody = setInterval(() => meanwhile?.(sandbox), pauseMs);
    try {
      const run = await judgeTarget(sandboxTarget(sandbox, url), {
        rules: observesOnly ? [] : rules,
        observe: true,
        seed,
        runs: null,
        path: null,
        network,
      });
      return jsonReport(run, 'outreach-conformance server');
    } finally {
      clearInterval(somebody);
    }
  });
}
