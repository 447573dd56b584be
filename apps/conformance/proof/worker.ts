/** A process of the proof: judges the sandboxes that it is sent. */
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import { judgeTarget } from '../src/judge-target.ts';
import { sandboxTarget } from '../src/proof/judge-sandbox.ts';
import { rules } from '../src/rules/rules.ts';
import type { Job, JobResult } from './job.ts';

/**
 * A bucket that an ordinary run does not empty and a flood does, also on a machine that is busy with other things,
 * and that fills again soon.
 */
const rateLimit = { requests: 4000, perMs: 400_000 };

async function judge(job: Job): Promise<JobResult> {
  const sandbox = await createSandbox({
    seed: job.seed,
    dialect: job.dialect,
    webhooks: job.webhooks,
    rateLimit: job.flood ? rateLimit : null,
    ...(job.twin === null ? {} : { twin: job.twin }),
  });
  const served = await serveSandbox(sandbox);
  try {
    const whole = sandboxTarget(sandbox, served.url, {
      createApiKeys: 60,
      deliveries: 60,
      flood: job.flood ? 7000 : 0,
    });
    const target = job.provisions ? whole : { ...whole, provision: null };
    const backoff = job.backoff === null ? {} : { backoff: job.backoff };
    const run = await judgeTarget(target, { rules, seed: job.seed, runs: null, path: null, ...backoff });
    const fault = run.results.find((result) => result.fault !== undefined);
    return {
      job,
      verdicts: Object.fromEntries(run.results.map(({ rule, verdict }) => [rule.id, verdict])),
      reasons: Object.fromEntries(
        run.results
          .filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')
          .map(({ rule, reason, breach }) => [
            rule.id,
            run.secrets.mask(
              breach === null
                ? (reason ?? '')
                : `${breach.expected}; but ${breach.actual}; given ${JSON.stringify(breach.given)}`,
            ),
          ]),
      ),
      requests: run.requests,
      seconds: run.seconds,
      fault:
        fault === undefined
          ? null
          : `${fault.rule.id}: ${fault.fault instanceof Error ? (fault.fault.stack ?? fault.fault.message) : String(fault.fault)}`,
    };
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { job, verdicts: {}, reasons: {}, requests: 0, seconds: 0, fault };
  } finally {
    await served.close();
    sandbox.close();
  }
}

process.on('message', (job: Job) => {
  void judge(job).then((result) => process.send?.(result));
});
