/** What a run finds and decides that may send few requests. */
import { twins, type TwinName } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { firstActs } from '../../src/catalogue/first-acts.ts';
import { rules } from '../../src/catalogue/rules.ts';
import type { Run } from '../../src/run.ts';
import { judgeSandbox } from '../judge-sandbox.ts';

const maxRequests = 200;
/** The aim is 45, which the bench watches: an experiment may change without new measurements. */
const mostRules = 40;

function decided({ results }: Run): number {
  return results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length;
}

describe('a run of at most 200 requests', () => {
  it.each([1, 2, 3])('decides most rules, with seed %i', async (seed) => {
    const run = await judgeSandbox({ seed, maxRequests, observe: true });
    expect(run.requests).toBeLessThanOrEqual(maxRequests);
    expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(decided(run)).toBeGreaterThanOrEqual(mostRules);
  });

  it('decides more of the rules that were selected', async () => {
    const selected = rules.filter(({ id }) => id.startsWith('PROF'));
    const run = await judgeSandbox({ rules: selected, maxRequests, observe: true });
    const whole = await judgeSandbox({ maxRequests, observe: true });
    const ofWhole = whole.results.filter(
      ({ rule, verdict }) => rule.id.startsWith('PROF') && verdict === 'pass',
    );
    expect(decided(run)).toBeGreaterThan(ofWhole.length);
  });

  const found: readonly TwinName[] = [
    'offset-rounded-down-to-a-page',
    'signature-is-not-checked',
    'jti-is-shared-by-keys-of-one-name',
    'test-with-uuid-stores-its-method',
    'delete-of-webhook-makes-others-post',
    'new-key-of-another-account-may-update-profiles',
  ];

  it.each(found)('finds that %s', async (twin) => {
    const run = await judgeSandbox({ twin, maxRequests, observe: true });
    const failed = run.results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
    expect(failed).toContain(twins.find(({ name }) => name === twin)?.breaks);
  });
});

it('what is tried first are inputs of experiments that rules judge', () => {
  const judged = new Set(rules.flatMap(({ trials }) => trials.map(({ experiment }) => experiment)));
  expect(firstActs.map(({ experiment }) => experiment).filter((name) => !judged.has(name))).toEqual([]);
});

it('a run that may send all its requests does what it does without a maximum', async () => {
  const selected = rules.filter(({ id }) => id.startsWith('PAGE'));
  const sent = async (most?: number): Promise<readonly string[]> => {
    const judging = most === undefined ? {} : { maxRequests: most };
    const { record } = await judgeSandbox({ rules: selected, ...judging });
    return record.map(({ method, path }) => `${method} ${path}`);
  };
  expect(await sent(5000)).toEqual(await sent());
});
