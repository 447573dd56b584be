/** What a judge says about one observation: held, or broken, as data. */
import { isDeepStrictEqual } from 'node:util';
import type { BreachValues, Domain } from './domain.ts';
import { differencesOf, type Difference } from './difference.ts';

/**
 * What a judge says about one observation: the statement held, it was broken and how, or the description is ambiguous.
 */
export type Judgement =
  | { readonly kind: 'held' }
  | ({ readonly kind: 'broken' | 'arguable' } & Contradiction);

/** The code of a breach. */
export type BreachCode = keyof BreachValues;

/** How an observation contradicts a statement, as data: reports make words of it. */
export interface Contradiction<Code extends BreachCode = BreachCode> {
  /** The kind of contradiction. With the rule and the experiment, it identifies the breach. */
  readonly code: Code;
  readonly values: BreachValues[Code];
  /** The places where two values differ, if values were compared. */
  readonly difference?: readonly Difference[];
  /** The exchanges that show it; all of a run if not set. */
  readonly shownBy?: Domain['shownBy'];
}

const mostShown = 50;

/** The statement held in this observation. */
export const held: Judgement = { kind: 'held' };

/** The statement was broken in this observation. */
export function broken<Code extends BreachCode>(code: Code, values: BreachValues[Code]): Judgement {
  return { kind: 'broken', code, values };
}

/**
 * The statement was broken under one reading of the description and held under another: a rule that sees this neither
 * fails nor passes.
 */
export function arguable<Code extends BreachCode>(code: Code, values: BreachValues[Code]): Judgement {
  return { kind: 'arguable', code, values };
}

/** Holds exactly when `condition` is true. */
export function holds<Code extends BreachCode>(
  condition: boolean,
  code: Code,
  values: BreachValues[Code],
): Judgement {
  return condition ? held : broken(code, values);
}

/** Holds exactly when the two values are deeply equal. Otherwise it has the places that differ. */
export function same<Code extends BreachCode>(
  code: Code,
  values: BreachValues[Code],
  actual: unknown,
  expected: unknown,
): Judgement {
  // JSON may write 0 as -0.
  if (actual === expected || isDeepStrictEqual(actual, expected)) return held;
  return { kind: 'broken', code, values, difference: differencesOf(expected, actual).slice(0, mostShown) };
}

/** Says which exchanges show the judgement. */
export function shownBy(judgement: Judgement, exchanges: Domain['shownBy']): Judgement {
  return judgement.kind === 'held' ? held : { ...judgement, shownBy: exchanges };
}

/** Holds when each judgement holds; otherwise it is the first broken one. */
export function every(judgements: Iterable<Judgement>): Judgement {
  for (const judgement of judgements) if (judgement.kind === 'broken') return judgement;
  return held;
}
