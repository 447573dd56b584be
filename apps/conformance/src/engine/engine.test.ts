import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveSource } from '../history/live-source.ts';
import { Session } from '../session/session.ts';
import { completeTarget, type TargetInput } from '../target/target.ts';
import { defineExperiment, type ExperimentDefinition } from './experiment.ts';
import { broken, held, holds } from './judgement.ts';
import { defineRule, type RuleDefinition } from './rule.ts';
import { runRules } from './run-rules.ts';
import { Disturbed, Unmet } from './unmet.ts';
import { toldResult, type ToldResult } from '../words/result-words.ts';

type Definition = Partial<ExperimentDefinition<number, number>>;
let names = 0;

function experiment(definition: Definition) {
  names += 1;
  return defineExperiment<number, number>({
    name: `experiment-${names}`,
    given: fc.nat({ max: 100 }),
    probe: async (given) => given,
    ...definition,
  });
}

/** A probe whose answer is told how often it ran, this run included. */
function counted(answer: (given: number, times: number) => number): (given: number) => Promise<number> {
  let times = 0;
  return async (given) => {
    times += 1;
    return answer(given, times);
  };
}

async function results(
  rules: readonly Partial<RuleDefinition<number, number>>[],
  definition: Definition = {},
  target: Partial<TargetInput> = {},
  path: string | null = null,
): Promise<readonly ToldResult[]> {
  const from = experiment(definition);
  const made = rules.map((rule) =>
    defineRule<number, number>({ id: 'PAGE-01', from, judge: () => held, breaches: {}, ...rule }),
  );
  const session = Session.open(
    completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x', ...target }),
    new AbortController().signal,
  );
  const judged = await runRules(new LiveSource(session), made, { seed: 7, runs: null, path });
  return judged.map(toldResult);
}

async function result(
  rule: Partial<RuleDefinition<number, number>>,
  definition: Definition = {},
  target: Partial<TargetInput> = {},
) {
  const [only] = await results([rule], definition, target);
  if (only === undefined) throw new Error('no result');
  return only;
}

describe('a rule', () => {
  const below = (most: number) => (seen: number) => holds(seen < most, 'envelope-data', { body: seen });

  it('passes where each named breach would have been caught', async () => {
    const { verdict, caught, unseen } = await result({
      judge: below(1000),
      breaches: { 'far too much': () => 5000 },
    });
    expect({ verdict, caught, unseen }).toEqual({ verdict: 'pass', caught: ['far too much'], unseen: [] });
  });

  it('is inconclusive where one would have gone unseen, and names it', async () => {
    const { verdict, reason, unseen } = await result({
      judge: below(1000),
      breaches: {
        'far too much': () => 5000,
        'a little': (seen) => seen,
        'has no place here': () => undefined,
      },
    });
    expect(verdict).toBe('inconclusive');
    expect(unseen).toEqual(['a little', 'has no place here']);
    expect(reason).toContain('could not have seen: a little; has no place here');
  });

  it('fails with the smallest input, seen 4 of 4 times', async () => {
    const { verdict, breach } = await result({ judge: below(42) });
    expect(verdict).toBe('fail');
    expect(breach).toMatchObject({ given: 42, code: 'envelope-data', actual: '42', times: 4, tries: 4 });
  });

  it('shows the breach of the experiment that it names first, whichever ends first', async () => {
    const slow = experiment({
      probe: async (given) => {
        await new Promise((soon) => setTimeout(soon, 2));
        return given;
      },
    });
    const { breach } = await result({ from: [slow, experiment({})], judge: below(42) });
    expect(breach?.path).toMatch(new RegExp(`^${slow.name}:`));
  });

  it('is not tried any more once an earlier phase has found it broken', async () => {
    const tried: string[] = [];
    const inPhase = (phase: 'look' | 'delete') =>
      experiment({
        phase,
        probe: async (given) => {
          tried.push(phase);
          return given;
        },
      });
    const from = [inPhase('look'), inPhase('delete')];
    const [failed, whole] = await results([
      { judge: below(42), from },
      { judge: below(1000), from: inPhase('delete') },
    ]);
    expect(failed).toMatchObject({ verdict: 'fail', breach: { given: 42 } });
    expect(whole?.verdict).toBe('pass');
    expect(tried.filter((phase) => phase === 'delete')).toHaveLength(20);
  });

  it('shrinks a boundary by what its experiment calls smaller', async () => {
    const { breach } = await result(
      { judge: below(42) },
      { first: [900], runs: 0, smaller: (given) => [given >> 1, given - 1] },
    );
    expect(breach?.given).toBe(42);
  });

  it('fails again when its path is replayed', async () => {
    const from = experiment({});
    const rule = defineRule<number, number>({ id: 'PAGE-01', from, judge: below(42), breaches: {} });
    const replayed = async (path: string | null) => {
      const session = Session.open(
        completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x' }),
        new AbortController().signal,
      );
      return (await runRules(new LiveSource(session), [rule], { seed: 7, runs: null, path }))[0]?.breach;
    };
    const breach = await replayed(null);
    expect(breach?.given).toBe(42);
    expect((await replayed(breach?.path ?? null))?.given).toBe(42);
  });

  it('is inconclusive where a breach is seen once and never again', async () => {
    const once = counted((given, times) => (times === 3 ? 1000 : given));
    const { verdict, reason } = await result({ judge: below(200) }, { probe: once });
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('seen once and never again in 3 tries');
  });

  it('searches on where a breach is seen once and never again', async () => {
    const firstOnceAndThirdAlways = counted((given, times) => (times === 1 || given === 3 ? 1000 : given));
    const { verdict, breach } = await result(
      { judge: below(200) },
      { first: [1, 2, 3], runs: 0, probe: firstOnceAndThirdAlways },
    );
    expect(verdict).toBe('fail');
    expect(breach).toMatchObject({ given: 3, times: 4, tries: 4 });
  });

  it('says so where it has a fault while it searches on', async () => {
    const firstOnceThenFaulty = counted((given, times) => {
      if (given === 2) throw new TypeError('oops');
      return times === 1 ? 1000 : given;
    });
    const { verdict, reason } = await result(
      { judge: below(200) },
      { first: [1, 2], runs: 0, probe: firstOnceThenFaulty },
    );
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('seen once and never again');
    expect(reason).toContain('a fault of the suite: oops');
  });

  it('tries the one that it came upon where the smallest never comes back', async () => {
    const shrunkByChance = counted((given, times) => (given === 900 || times === 2 ? 1000 : given));
    const { verdict, breach } = await result(
      { judge: below(950) },
      { first: [900], runs: 0, smaller: (given) => [given >> 1], probe: shrunkByChance },
    );
    expect(verdict).toBe('fail');
    expect(breach).toMatchObject({ given: 900, times: 4, tries: 4 });
  });

  it('cannot be confirmed where it cannot be tried again, unless a run uses something up', async () => {
    const once = (): ((given: number) => Promise<number>) =>
      counted((_, times) => {
        if (times > 1) throw new Unmet('the target is gone');
        return 1000;
      });
    const gone = await result({ judge: below(200) }, { probe: once(), runs: 1 });
    expect(gone.verdict).toBe('inconclusive');
    expect(gone.reason).toContain('seen once, and it could not be tried again');
    const usedUp = await result({ judge: below(200) }, { probe: once(), runs: 1, costly: true });
    expect(usedUp.verdict).toBe('fail');
    expect(usedUp.reason).toBe('seen 1 of 1 times');
  });

  it('is inconclusive where its premise is never met', async () => {
    const { verdict, reason, runs } = await result(
      {},
      { probe: async () => Promise.reject(new Unmet('the list is empty')) },
    );
    expect({ verdict, reason, runs }).toEqual({
      verdict: 'inconclusive',
      reason: 'the list is empty',
      runs: 0,
    });
  });

  it('is never failed by a fault of the suite', async () => {
    const { verdict, reason, fault } = await result(
      {},
      { probe: async () => Promise.reject(new TypeError('oops')) },
    );
    expect({ verdict, reason }).toEqual({ verdict: 'inconclusive', reason: 'a fault of the suite: oops' });
    expect(fault).toBeInstanceOf(TypeError);
  });

  it('is skipped where its owner did not allow what it needs', async () => {
    const { verdict, reason } = await result({}, { needs: ['deletes'] });
    expect({ verdict, reason }).toEqual({ verdict: 'skipped', reason: 'needs `allow.deletes: true`' });
  });

  it('joins several experiments, and cannot pass on those that were allowed alone', async () => {
    const even = experiment({ probe: async () => 2 });
    const forbidden = experiment({ needs: ['deletes'], probe: async () => 3 });
    const { verdict, reason } = await result({
      from: [even, forbidden],
      judge: (seen) => (seen > 100 ? broken('envelope-data', { body: seen }) : held),
      breaches: {
        'two grows': (seen) => (seen === 2 ? 200 : undefined),
        'three grows': (seen) => (seen === 3 ? 300 : undefined),
      },
    });
    expect(verdict).toBe('inconclusive');
    expect(reason).toBe('not allowed or provided: `allow.deletes: true` — could not have seen: three grows');
  });
});

describe('an experiment', () => {
  it('is run once for an input, however many rules judge it', async () => {
    const inputs: number[] = [];
    const judged = await results([{}, { id: 'PAGE-02' }, { id: 'PAGE-03' }], {
      probe: async (given) => {
        inputs.push(given);
        return given;
      },
    });
    expect(judged).toHaveLength(3);
    expect(inputs.length).toBeGreaterThan(5);
    expect(new Set(inputs).size).toBe(inputs.length);
  });

  it('is repeated where somebody else disturbed it, and then unmet', async () => {
    let probes = 0;
    const { verdict, reason } = await result(
      {},
      {
        first: [1],
        runs: 0,
        probe: async () => {
          probes += 1;
          throw new Disturbed('the list was changed');
        },
      },
    );
    expect({ verdict, reason, probes }).toEqual({
      verdict: 'inconclusive',
      reason: 'the list was changed (4 times in a row)',
      probes: 4,
    });
  });

  it('gets the same inputs from one seed', async () => {
    const tried = async (): Promise<number[]> => {
      const inputs: number[] = [];
      const from = defineExperiment<number, number>({
        name: 'always the same',
        given: fc.nat(),
        probe: async (given) => {
          inputs.push(given);
          return given;
        },
      });
      const rule = defineRule({ id: 'PAGE-01', from, judge: () => held, breaches: {} });
      const session = Session.open(
        completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x' }),
        new AbortController().signal,
      );
      await runRules(new LiveSource(session), [rule], { seed: 99, runs: 12, path: null });
      return inputs;
    };
    const [once, again] = [await tried(), await tried()];
    expect(once).toHaveLength(12);
    expect(again).toEqual(once);
  });

  it('runs no more often than the budgets allow', async () => {
    let probes = 0;
    const probe = async (given: number): Promise<number> => {
      probes += 1;
      return given;
    };
    await result(
      {},
      { probe, needs: ['createApiKeys'], cost: { createApiKeys: 2 } },
      { allow: { createApiKeys: 5 } },
    );
    expect(probes).toBe(2);
  });
});
