/** A process of the proof: judges the sandboxes sent to it. */
import type { Sandbox } from '@outreach-api/sandbox';
import { judgeTarget } from '../../src/judge-target.ts';
import { sandboxTarget } from '../judge-sandbox.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { withFault } from './faults/drawn-fault.ts';
import type { Network } from '@outreach-api/wire/network';
import { disturbances, type Disturbance } from '../simulation/disturbances.ts';
import { Chance } from '../simulation/seeded-chance.ts';
import { simulate, type Simulation } from '../simulation/simulate.ts';
import { budgets, type Job, type JobResult } from './job.ts';

/** A bucket that a flood empties but an ordinary run does not, even on a busy machine, and that soon refills. */
const rateLimit = { requests: 3000, perMs: 300_000 };

async function judge(job: Job): Promise<JobResult> {
  const options = {
    seed: job.seed,
    dialect: job.dialect,
    webhooks: job.webhooks,
    rateLimit: job.flood ? rateLimit : null,
    ...(job.twin === null ? {} : { twin: job.twin }),
  };
  const { before, latencyMs }: Disturbance = disturbances[job.disturbance];
  let shown = 0;
  const faulty =
    job.drawnFault === undefined
      ? null
      : withFault(job.drawnFault, () => {
          shown += 1;
        });
  const simulation: Simulation = {
    seed: job.seed,
    sandbox: options,
    before: (sandbox) => faulty?.(sandbox) ?? before(sandbox, new Chance(job.seed)),
    ...(latencyMs === undefined ? {} : { latencyMs }),
  };
  return simulate(simulation, async ({ sandbox, network, url }) => ({
    ...(await resultOf(job, sandbox, network, url)),
    ...(job.drawnFault === undefined ? {} : { shown }),
  })).catch((error: unknown) => {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { job, verdicts: {}, reasons: {}, requests: 0, seconds: 0, fault };
  });
}

async function resultOf(job: Job, sandbox: Sandbox, network: Network, url: string): Promise<JobResult> {
  const whole = sandboxTarget(sandbox, url, {
    ...budgets[job.budget],
    flood: job.flood ? 7000 : 0,
  });
  const target = job.provisions ? whole : { ...whole, provision: null };
  const run = await judgeTarget(target, {
    rules,
    seed: job.seed,
    runs: null,
    path: null,
    observe: true,
    maxRequests: job.maxRequests,
    network,
  });
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
}

process.on('message', (job: Job) => {
  void judge(job).then((result) => process.send?.(result));
});
