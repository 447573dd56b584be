/** What the engine's own tests judge: numbers. */
import { nothing } from './affordable-runs.ts';
import { engineFor } from './engine-for.ts';
import { LoneSource } from './lone-source.ts';
import type { Provided } from './plan.ts';
import { ProgressBoard } from './progress.ts';
import type { Tested } from './tested.ts';

/** Whatever turns numbers into numbers. */
export interface Numbers extends Tested {
  readonly session: null;
  readonly need: 'coins' | 'scissors';
  readonly phase: 'first' | 'second';
  readonly cost: { readonly coins: number };
  readonly findings: NumbersFound;
}

export interface NumbersFound {
  readonly exchange: never;
  readonly exchangeSeen: never;
  readonly shownBy: never;
  readonly statement: 'A' | 'B' | 'C';
  readonly level: 'stated';
  readonly breachValues: { readonly 'too-much': { readonly number: number } };
}

const statement = { level: 'stated', section: 'Numbers', says: 'They are small.', quote: 'small' } as const;
export const { defineExperiment, defineRule, holds } = engineFor<Numbers>({
  A: statement,
  B: statement,
  C: statement,
});

/** An owner who allows this many coins, and nothing else. */
function withCoins(coins: number): Provided<Numbers['need']> {
  const lacking = (needs: readonly Numbers['need'][]): readonly string[] =>
    needs.filter((need) => need === 'scissors' || coins === 0);
  const spare = { forRepetitions: nothing, forObservations: nothing };
  return { allow: { coins }, spare, missing: lacking, wants: lacking };
}

/** Nobody else is at work on it. */
export function sourceOf(coins = 0): LoneSource<Numbers> {
  return new LoneSource({
    phases: ['first', 'second'],
    provided: withCoins(coins),
    progress: new ProgressBoard(),
    open: () => null,
  });
}
