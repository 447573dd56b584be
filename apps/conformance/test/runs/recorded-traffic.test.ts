/** The suite's own traffic, judged as a recording of an unknown client: conforming servers break nothing. */
import type { TwinName } from '@outreach-api/sandbox';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import type { Run } from '../../src/run.ts';
import { sandboxTarget } from '../judge-sandbox.ts';
import { JudgedTraffic } from '../judge-traffic.ts';
import { anyDialect, anyNumberOfWebhooks } from '../proof/any-dialect.ts';
import { disturbances, type Disturbance, type DisturbanceName } from '../simulation/disturbances.ts';
import { Chance } from '../simulation/seeded-chance.ts';
import { simulate } from '../simulation/simulate.ts';

async function recorded(seed: number, disturbance: DisturbanceName, twin?: TwinName): Promise<Run> {
  const [world] = fc.sample(fc.record({ dialect: anyDialect(), webhooks: anyNumberOfWebhooks() }), {
    seed,
    numRuns: 1,
  });
  const { before, latencyMs }: Disturbance = disturbances[disturbance];
  const sandbox = twin === undefined ? { ...world, seed } : { twin };
  return simulate(
    {
      seed,
      sandbox,
      before: (box) => before(box, new Chance(seed)),
      ...(latencyMs === undefined ? {} : { latencyMs }),
    },
    async ({ sandbox: box, network, url }) => {
      const traffic = new JudgedTraffic(url);
      const target = sandboxTarget(box, url);
      await judgeTarget(target, {
        rules,
        seed,
        runs: 4,
        path: null,
        observe: true,
        network,
        recorder: traffic,
      });
      return traffic.run;
    },
  );
}

/** Only statements on servers: as a client, the suite deliberately does what no client should. */
function broken({ results }: Run): readonly string[] {
  return results
    .filter(({ rule, verdict }) => verdict === 'fail' && !rule.id.startsWith('CLI-'))
    .map(({ rule }) => rule.id);
}

it.each<[number, DisturbanceName]>([
  [2, 'others at work'],
  [4, 'a gateway that fails after the effect'],
])('a conforming server breaks nothing: seed %d, %s', async (seed, disturbance) => {
  const run = await recorded(seed, disturbance);
  expect(broken(run)).toEqual([]);
  expect(run.requests).toBeGreaterThan(200);
});

it('a server that breaks a statement is caught', async () => {
  expect(broken(await recorded(1, 'none', 'has-more-on-exact-multiple'))).toEqual(['PAGE-06']);
});
