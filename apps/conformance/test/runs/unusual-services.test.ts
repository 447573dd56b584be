/** No rule fails a conforming service that refuses, fails and answers in unusual ways. */
import { describe, expect, it } from 'vitest';
import { judgeTarget } from '../../src/judge-target.ts';
import type { StatementId } from '@outreach-api/model/generated/statements';
import type { Rule } from '../../src/session/suite.ts';
import { judgeSandbox, sandboxTarget, type Gateway } from '../judge-sandbox.ts';
import { rulesNamed } from '../rules-named.ts';
import type { Disturbance } from '../simulation/disturbances.ts';
import { profileDisturbances } from '../simulation/profile-disturbances.ts';
import { Chance } from '../simulation/seeded-chance.ts';
import { serviceDisturbances } from '../simulation/service-disturbances.ts';
import { simulate } from '../simulation/simulate.ts';
import { idsWith, resultsWith } from '../verdicts-of.ts';

async function judged({ before, latencyMs }: Disturbance, rules: readonly Rule[]) {
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

type Name = keyof typeof serviceDisturbances | keyof typeof profileDisturbances;

const disturbances: Readonly<Record<Name, Disturbance>> = { ...serviceDisturbances, ...profileDisturbances };

/** With the rules that may take it for a breach. */
const unusual: readonly (readonly [Name, readonly StatementId[]])[] = [
  ['answers with entity tags', ['PROF-05', 'DEL-01']],
  ['one write at a time', ['TEST-01', 'PROF-09', 'KEY-01', 'AUTH-05']],
  ['profiles that are locked after an update', ['PROF-04', 'PROF-09', 'AUTH-05']],
  ['a delivery network that fails now and then', ['PROF-01', 'PROF-04']],
  ['servers that disagree on the largest page', ['HOOK-04']],
  ['a limit of six webhook tests', ['TEST-02', 'TEST-03']],
  ['webhook tests that may be made once in 3 s', ['AUTH-05', 'TEST-01', 'TEST-03']],
  ['addresses that may name a parameter once', ['TEST-03', 'TEST-06']],
  ['filters that refuse what serves nobody', ['FILT-01', 'FILT-02', 'FILT-05']],
  ['unusual names that are not answered', ['PROF-04']],
  ['fields with the names of members of objects', ['HOOK-01', 'PROF-01', 'KEY-01']],
  ['writes that fail for 2 s', ['PROF-04', 'KEY-01']],
  ['keys that are out of service for 3 s', ['KEY-01', 'KEY-06']],
  ['schedules that show when they are due', ['AUTH-05', 'TEAM-02', 'PROF-04']],
  ['links that are missing for 2 s after an update, far away', ['AUTH-01', 'TEAM-02', 'PROF-10']],
  ['updates that end after a second, far away', ['AUTH-01', 'TEAM-02', 'PROF-08', 'PROF-10']],
];

/** With the uuid in a path in small letters, nothing is found. */
const knowsCapitals: Gateway = async (request, pass) =>
  /-[0-9a-f]*[a-f]/.test(new URL(request.url).pathname.split('/').at(-1) ?? '')
    ? new Response(null, { status: 404 })
    : pass(request);

it('a service with uuids that are known only as they are shown does not fail DEL-01', async () => {
  const dialect = { uuidCase: 'upper' } as const;
  const run = await judgeSandbox({ rules: rulesNamed('DEL-01'), dialect, gateway: knowsCapitals });
  expect(idsWith(run, 'pass')).toEqual(['DEL-01']);
});

describe.concurrent('a service with', () => {
  it.each(unusual)('%s does not fail %j', async (name, ids) => {
    const run = await judged(disturbances[name], rulesNamed(...ids));
    expect(resultsWith(run, 'fail')).toEqual([]);
    expect(idsWith(run, 'pass')).not.toEqual([]);
  });
});
