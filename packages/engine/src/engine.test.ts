import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExperimentDefinition } from './experiment.ts';
import { held } from './judgement.ts';
import {
  defineExperiment,
  defineRule,
  holds,
  sourceOf,
  type Numbers,
  type NumbersFound,
} from './numbers-under-test.ts';
import type { RuleDefinition } from './rule-definition.ts';
import type { RuleExperiments } from './rule.ts';
import { runRules } from './run-rules.ts';
import { Unmet } from './unmet.ts';
import type { RuleResult } from './verdict.ts';

type Definition = Partial<ExperimentDefinition<number, number, Numbers>>;
type Judging = Partial<RuleDefinition<number, number, Numbers> & RuleExperiments<number, number, Numbers>>;
let names = 0;

function experiment(definition: Definition) {
  names += 1;
  return defineExperiment<number, number>({
    name: `experiment-${names}`,
    does: 'takes a number',
    given: fc.nat({ max: 100 }),
    probe: async (given) => given,
    ...definition,
  });
}

/** A probe whose answer is given how often it ran, this run included. */
function counted(answer: (given: number, times: number) => number): (given: number) => Promise<number> {
  let times = 0;
  return async (given) => {
    times += 1;
    return answer(given, times);
  };
}

async function results(
  rules: readonly Judging[],
  definition: Definition = {},
  coins = 0,
): Promise<readonly RuleResult<NumbersFound>[]> {
  const only = experiment(definition);
  const made = rules.map(({ from = [only], ...rule }) =>
    defineRule<number, number>({ id: 'A', judge: () => held, breaches: {}, ...rule }, { from }),
  );
  return runRules(sourceOf(coins), made, { seed: 7, runs: null, path: null });
}

async function result(rule: Judging, definition: Definition = {}, coins = 0) {
  const [only] = await results([rule], definition, coins);
  if (only === undefined) throw new Error('no result');
  return only;
}

describe('a rule', () => {
  const below = (most: number) => (seen: number) => holds(seen < most, 'too-much', { number: seen });

  it('passes where each named breach would have been caught', async () => {
    const { verdict, caught, unseen } = await result({
      judge: below(1000),
      breaches: { 'far too much': () => 5000 },
    });
    expect({ verdict, caught, unseen }).toEqual({ verdict: 'pass', caught: ['far too much'], unseen: [] });
  });

  it('is inconclusive where one would have gone unseen, and names it', async () => {
    const { verdict, why, unseen } = await result({
      judge: below(1000),
      breaches: {
        'far too much': () => 5000,
        'a little': (seen) => seen,
        'has no place here': () => undefined,
      },
    });
    expect(verdict).toBe('inconclusive');
    expect(unseen).toEqual(['a little', 'has no place here']);
    expect(why).toEqual([{ kind: 'blind', unseen: ['a little', 'has no place here'] }]);
  });

  it('fails with the smallest input, seen 4 of 4 times', async () => {
    const { verdict, breach } = await result({ judge: below(42) });
    expect(verdict).toBe('fail');
    expect(breach).toMatchObject({ given: 42, code: 'too-much', values: { number: 42 }, times: 4, tries: 4 });
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
    const inPhase = (phase: Numbers['phase']) =>
      experiment({
        phase,
        probe: async (given) => {
          tried.push(phase);
          return given;
        },
      });
    const from = [inPhase('first'), inPhase('second')];
    const [failed, whole] = await results([
      { judge: below(42), from },
      { judge: below(1000), from: [inPhase('second')] },
    ]);
    expect(failed).toMatchObject({ verdict: 'fail', breach: { given: 42 } });
    expect(whole?.verdict).toBe('pass');
    expect(tried.filter((phase) => phase === 'second')).toHaveLength(20);
  });

  it('shrinks a boundary by what its experiment calls smaller', async () => {
    const { breach } = await result(
      { judge: below(42) },
      { first: [900], runs: 0, smaller: (given) => [given >> 1, given - 1] },
    );
    expect(breach?.given).toBe(42);
  });

  it('fails again when its path is replayed', async () => {
    const from = [experiment({})];
    const rule = defineRule<number, number>({ id: 'A', judge: below(42), breaches: {} }, { from });
    const replayed = async (path: string | null) =>
      (await runRules(sourceOf(), [rule], { seed: 7, runs: null, path }))[0]?.breach;
    const breach = await replayed(null);
    expect(breach?.given).toBe(42);
    expect((await replayed(breach?.path ?? null))?.given).toBe(42);
  });

  it('is inconclusive where a breach is seen once and never again', async () => {
    const once = counted((given, times) => (times === 3 ? 1000 : given));
    const { verdict, why } = await result({ judge: below(200) }, { probe: once });
    expect(verdict).toBe('inconclusive');
    expect(why).toMatchObject([{ kind: 'seen once', further: 3 }]);
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
    const { verdict, why } = await result(
      { judge: below(200) },
      { first: [1, 2], runs: 0, probe: firstOnceThenFaulty },
    );
    expect(verdict).toBe('inconclusive');
    expect(why).toMatchObject([
      { kind: 'seen once', further: 3 },
      { kind: 'fault', message: 'oops' },
    ]);
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
    expect(gone.why).toContainEqual(expect.objectContaining({ kind: 'seen once', further: 0 }));
    const usedUp = await result({ judge: below(200) }, { probe: once(), runs: 1, costly: true });
    expect(usedUp.verdict).toBe('fail');
    expect(usedUp.why).toEqual([{ kind: 'seen', times: 1, tries: 1 }]);
  });

  it('is inconclusive where its premise is never met', async () => {
    const probe = async (): Promise<never> => Promise.reject(new Unmet('there is no number'));
    const why = [{ kind: 'unmet', message: 'there is no number' }];
    expect(await result({}, { probe })).toMatchObject({ verdict: 'inconclusive', why, runs: 0 });
  });

  it('is never failed by a fault of the suite', async () => {
    const probe = async (): Promise<never> => Promise.reject(new TypeError('oops'));
    const { verdict, why, fault } = await result({}, { probe });
    expect({ verdict, why }).toEqual({ verdict: 'inconclusive', why: [{ kind: 'fault', message: 'oops' }] });
    expect(fault).toBeInstanceOf(TypeError);
  });

  it('is skipped where its owner did not allow what it needs', async () => {
    const { verdict, why } = await result({}, { needs: ['scissors'] });
    expect({ verdict, why }).toEqual({ verdict: 'skipped', why: [{ kind: 'needs', what: ['scissors'] }] });
  });

  it('joins several experiments, and cannot pass on those that were allowed alone', async () => {
    const even = experiment({ probe: async () => 2 });
    const forbidden = experiment({ needs: ['scissors'], probe: async () => 3 });
    const { verdict, why } = await result({
      from: [even, forbidden],
      judge: below(100),
      breaches: {
        'two grows': (seen) => (seen === 2 ? 200 : undefined),
        'three grows': (seen) => (seen === 3 ? 300 : undefined),
      },
    });
    expect(verdict).toBe('inconclusive');
    expect(why).toEqual([
      { kind: 'not provided', what: ['scissors'] },
      { kind: 'blind', unseen: ['three grows'] },
    ]);
  });
});

describe('an experiment', () => {
  it('is run once for an input, however many rules judge it', async () => {
    const inputs: number[] = [];
    const judged = await results([{}, { id: 'B' }, { id: 'C' }], {
      probe: async (given) => {
        inputs.push(given);
        return given;
      },
    });
    expect(judged).toHaveLength(3);
    expect(inputs.length).toBeGreaterThan(5);
    expect(new Set(inputs).size).toBe(inputs.length);
  });

  it('gets the same inputs from one seed', async () => {
    const tried = async (): Promise<number[]> => {
      const inputs: number[] = [];
      const from = defineExperiment<number, number>({
        name: 'always the same',
        does: 'takes a number',
        given: fc.nat(),
        probe: async (given) => {
          inputs.push(given);
          return given;
        },
      });
      const rule = defineRule<number, number>({ id: 'A', judge: () => held, breaches: {} }, { from: [from] });
      await runRules(sourceOf(), [rule], { seed: 99, runs: 12, path: null });
      return inputs;
    };
    const [once, again] = [await tried(), await tried()];
    expect(once).toHaveLength(12);
    expect(again).toEqual(once);
  });

  it('tries other inputs with another seed where a budget ends before the last', async () => {
    const tried = new Set<number>();
    const probe = async (given: number) => (tried.add(given), given);
    const from = experiment({ probe, cost: { coins: 1 }, first: [1], inTurn: [2, 3, 4, 5], runs: 0 });
    const rule = defineRule<number, number>({ id: 'A', judge: () => held, breaches: {} }, { from: [from] });
    for (const seed of fc.sample(fc.integer(), { seed: 1, numRuns: 12 })) {
      const [only] = await runRules(sourceOf(2), [rule], { seed, runs: null, path: null });
      expect(only?.runs).toBe(2);
    }
    expect(tried).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('runs no more often than the budgets allow', async () => {
    let probes = 0;
    const probe = async (given: number): Promise<number> => {
      probes += 1;
      return given;
    };
    await result({}, { probe, needs: ['coins'], cost: { coins: 2 } }, 5);
    expect(probes).toBe(2);
  });
});
