/** Shows that a run takes nothing that another run has written for the owner's, and says that the account is in use. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import { selectRules } from '../../src/catalogue/select-rules.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { runMarkedIn } from '../../src/ledger/values-of-runs.ts';
import { sandboxTarget } from '../judge-sandbox.ts';
import { simulate } from '../simulation/simulate.ts';

const namesOf = (json: unknown): unknown => {
  const { first_name, last_name, label } = Object(json);
  return { first_name, last_name, label };
};

describe.concurrent('two runs from two folders on one account', () => {
  it.each([0, 300, 700, 1200, 2000, 4000, 8000, 15_000])(
    'leave each profile as its owner had it, if the second starts %i ms later',
    async (laterMs) => {
      const seed = laterMs + 1;
      await simulate({ seed, sandbox: { seed }, latencyMs: [40, 60] }, async ({ sandbox, network, url }) => {
        const target = sandboxTarget(sandbox, url, { createApiKeys: 3, deliveries: 5, deletes: false });
        const whole = { ...target, provision: null };
        const read = async (): Promise<readonly unknown[]> =>
          Promise.all(
            target.fixtures.senderProfiles.map(async (uuid) => {
              const request = new Request(`${url}/flows/api/sender-profiles/${uuid}`, {
                headers: { authorization: `Bearer ${target.token}` },
              });
              return namesOf(await (await sandbox.fetch(request)).json());
            }),
          );
        const before = await read();
        const chosen = selectRules(rules, ['PROF']);
        const runs = await Promise.allSettled(
          [0, laterMs].map(async (after) => {
            await wait(after);
            return judgeTarget(whole, { rules: chosen, seed: seed + after, runs: null, path: null, network });
          }),
        );
        expect(await read()).toEqual(before);
        const [first, second] = runs;
        expect(first?.status).toBe('fulfilled');
        if (second?.status === 'rejected')
          expect(String(second.reason)).toMatch(/sender profile .* is in use by another run/);
        // Before the first one has updated anything, nobody can see it.
        if (laterMs < 4000) return;
        for (const run of runs)
          if (run.status === 'fulfilled')
            expect(
              run.value.results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id),
            ).toEqual([]);
      });
    },
  );
});

it.each([
  ['conformance ab12cd34', 'ab12cd34'],
  ['run ab12cd34', 'ab12cd34'],
  ['https://ci.example.com/outreach-conformance-ab12cd34/listed', 'ab12cd34'],
  ['run away', null],
  ['Conformance', null],
  [null, null],
])('the mark of a run in %j is %j', (text, run) => {
  expect(runMarkedIn(text)).toBe(run);
});
