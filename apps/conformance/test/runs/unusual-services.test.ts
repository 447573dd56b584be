/** No rule fails a conforming service that refuses, fails and answers in unusual ways. */
import { describe, expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { sandboxTarget } from '../judge-sandbox.ts';
import type { Disturbance } from '../simulation/disturbances.ts';
import { profileDisturbances } from '../simulation/profile-disturbances.ts';
import { Chance } from '../simulation/seeded-chance.ts';
import { serviceDisturbances } from '../simulation/service-disturbances.ts';
import { simulate } from '../simulation/simulate.ts';
import { idsWith, resultsWith } from '../verdicts-of.ts';

async function judged({ before, latencyMs }: Disturbance) {
  const seed = 1;
  return simulate(
    {
      seed,
      sandbox: { seed },
      before: (sandbox) => before(sandbox, new Chance(seed)),
      ...(latencyMs === undefined ? {} : { latencyMs }),
    },
    async ({ sandbox, network, url }) =>
      judgeTarget(sandboxTarget(sandbox, url), { rules, seed, runs: null, path: null, network }),
  );
}

const links = 'links that are missing for 2 s after an update, far away';
const ends = 'updates that end after a second, far away';

describe.concurrent('a service with', () => {
  it.each(
    Object.entries({
      ...serviceDisturbances,
      [links]: profileDisturbances[links],
      [ends]: profileDisturbances[ends],
    }),
  )('%s fails no rule, and passes most', async (_, disturbance) => {
    const run = await judged(disturbance);
    expect(resultsWith(run, 'fail')).toEqual([]);
    expect(idsWith(run, 'pass').length).toBeGreaterThan(rules.length / 2);
  });
});
