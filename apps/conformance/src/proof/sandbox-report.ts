/** The JSON report of a whole run on a sandbox of its own, for tests of what is made of reports. */
import { createSandbox, serveSandbox, type Dialect } from '@outreach-api/sandbox';
import { judgeTarget } from '../judge-target.ts';
import { jsonReport, type JsonReport } from '../report/json-report.ts';
import { rules } from '../rules/rules.ts';
import { sandboxTarget } from './judge-sandbox.ts';

/** The JSON report of a whole run, observations included, on a sandbox of its own. */
export async function sandboxReport(dialect: Partial<Dialect>, seed: number): Promise<JsonReport> {
  const sandbox = await createSandbox({ dialect, seed });
  const served = await serveSandbox(sandbox);
  try {
    const target = sandboxTarget(sandbox, served.url);
    const run = await judgeTarget(target, { rules, observe: true, seed, runs: null, path: null });
    return jsonReport(run, 'outreach-conformance server');
  } finally {
    await served.close();
    sandbox.close();
  }
}
