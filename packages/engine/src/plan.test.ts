import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nothing } from './affordable-runs.ts';
import { engineFor } from './engine-for.ts';
import { held } from './judgement.ts';
import { planOf, type Provided } from './plan.ts';
import type { Rule } from './rule.ts';
import type { Findings, Tested } from './tested.ts';

interface Games extends Tested {
  readonly need: 'coins';
  readonly findings: GamesFound;
}

interface GamesFound extends Findings {
  readonly statement: 'A' | 'B';
}

const statement = { level: 'stated', section: 'Games', says: 'It is fair.', quote: 'fair' };
const { defineExperiment, defineRule } = engineFor<Games>({ A: statement, B: statement });

const provided: Provided<'coins'> = {
  allow: { coins: 3 },
  spare: { forRepetitions: nothing, forObservations: nothing },
  missing: () => [],
  wants: () => [],
};

function looking(name: string, needs: readonly 'coins'[], repeatsLook: boolean) {
  return defineExperiment<null, null>({
    name,
    does: 'does nothing',
    needs,
    given: fc.constant(null),
    ...(repeatsLook ? { repeatsLook } : {}),
    probe: async () => null,
  });
}

const always = { judge: () => held, breaches: {} };
const onceMore = defineRule<null, null>(
  { id: 'A', ...always },
  { from: [looking('games', [], false), looking('games-for-coins', ['coins'], true)] },
);
const ofCoins = defineRule<null, null>(
  { id: 'B', ...always },
  { from: [looking('coins', ['coins'], false)] },
);

function planned(rules: readonly Rule<Games>[], path: string | null = null): readonly string[] {
  return planOf(provided, rules, { runs: null, path }).trials.map(({ trial }) => trial.experiment);
}

it('looks once more only where others take what that needs', () => {
  expect(planned([onceMore])).toEqual(['games']);
  expect(planned([onceMore, ofCoins])).toEqual(['games', 'games-for-coins', 'coins']);
});

it('looks once more where a breach that was seen so is replayed', () => {
  expect(planned([onceMore], 'games-for-coins:0')).toEqual(['games-for-coins']);
});

it('needs nothing for a verdict where it may not look once more', () => {
  expect(onceMore.needs).toEqual([]);
  expect(ofCoins.needs).toEqual(['coins']);
});
