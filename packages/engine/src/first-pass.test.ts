import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineExperiment, defineRule, holds, sourceOf, type Numbers } from './numbers-under-test.ts';
import { runRules } from './run-rules.ts';
import type { FirstPass } from './trial.ts';
import { Stopped } from './unmet.ts';

const below = (most: number) => (seen: number) => holds(seen < most, 'too-much', { number: seen });

describe('a first pass', () => {
  const tried: string[] = [];
  const noted = (name: string, phase: Numbers['phase'], first: readonly number[]) =>
    defineExperiment<number, number>({
      given: fc.nat({ max: 100 }),
      name,
      does: 'takes a number',
      phase,
      first,
      runs: 0,
      probe: async (given) => {
        tried.push(`${name} ${given}`);
        return given;
      },
    });
  const firstPass = { early: [1, '30'], late: [0] };

  async function passed(most: number, pass: FirstPass | null = firstPass) {
    tried.length = 0;
    const from = [noted('early', 'first', [1, 2, 30]), noted('late', 'second', [4, 5])];
    const rule = defineRule<number, number>({ id: 'A', judge: below(most), breaches: {} }, { from });
    const options = { seed: 7, runs: null, path: null, firstPass: pass };
    const [only] = await runRules(sourceOf(), [rule], options);
    return only;
  }

  it('tries its inputs in all phases before the others are tried, each input once', async () => {
    expect(await passed(100)).toMatchObject({ verdict: 'pass', runs: 5 });
    expect(tried).toEqual(['early 2', 'early 30', 'late 4', 'early 1', 'late 5']);
  });

  it('confirms a breach at once, without looking for a smaller input; its path replays it', async () => {
    expect(await passed(20)).toMatchObject({
      verdict: 'fail',
      breach: { given: 30, times: 2, tries: 2, path: 'early:2' },
    });
    expect(tried).toEqual(['early 2', 'early 30', 'early 30']);
  });

  it('is left out if there is none', async () => {
    await passed(100, null);
    expect(tried).toEqual(['early 1', 'early 2', 'early 30', 'late 4', 'late 5']);
  });
});

describe('a rule of a run that is stopped', () => {
  const breaches = { 'far too much': () => 5000 };

  /** Sees its inputs until it has run this often. */
  function stopping(name: string, phase: Numbers['phase'], first: readonly number[], after: number) {
    let times = 0;
    return defineExperiment<number, number>({
      name,
      does: 'takes a number',
      phase,
      first,
      runs: 0,
      given: fc.nat({ max: 100 }),
      probe: async (given) => {
        times += 1;
        if (times > after) throw new Stopped('no more');
        return given;
      },
    });
  }

  async function judged(from: readonly ReturnType<typeof stopping>[], source = sourceOf()) {
    const rule = defineRule<number, number>({ id: 'A', judge: below(42), breaches }, { from });
    const [only] = await runRules(source, [rule], { seed: 7, runs: null, path: null });
    return only;
  }

  it('passes if each named breach would have been caught in what was seen', async () => {
    expect(await judged([stopping('seen', 'first', [1, 2, 3], 2)])).toMatchObject({ verdict: 'pass' });
  });

  it('is undecided if a breach was seen and could not be confirmed', async () => {
    const from = [stopping('seen', 'first', [1], 2), stopping('broken', 'second', [50], 1)];
    expect(await judged(from)).toMatchObject({ verdict: 'inconclusive', why: [{ kind: 'stopped' }] });
  });

  it('is undecided if it was stopped before it was known whether a breach is the work of others', async () => {
    const source = sourceOf();
    const guard = source.guard();
    const isInterferedWith = async (): Promise<never> => Promise.reject(new Stopped('no more'));
    source.guard = () => ({ ...guard, isInterferedWith });
    const from = [stopping('broken', 'first', [50], 9)];
    expect(await judged(from)).toMatchObject({ verdict: 'fail' });
    expect(await judged(from, source)).toMatchObject({
      verdict: 'inconclusive',
      why: [{ kind: 'stopped' }],
    });
  });
});
