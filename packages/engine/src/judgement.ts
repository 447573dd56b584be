/** What a judge says about one observation: held, or broken, as data. */
import { isDeepStrictEqual } from 'node:util';
import type { CodeOf, Findings } from './tested.ts';
import { differencesOf, type Difference } from './difference.ts';

/**
 * What a judge says about one observation: the statement held, it was broken and how, or the description is ambiguous.
 */
export type Judgement<Found extends Findings> =
  | Held
  | ({ readonly kind: 'broken' | 'arguable' } & Contradiction<Found>);

/** The statement held. */
export interface Held {
  readonly kind: 'held';
}

/** How an observation contradicts a statement, as data: reports make words of it. */
export interface Contradiction<Found extends Findings, Code extends CodeOf<Found> = CodeOf<Found>> {
  /** The kind of contradiction. With the rule and the experiment, it identifies the breach. */
  readonly code: Code;
  readonly values: Found['breachValues'][Code];
  /** The places where two values differ, if values were compared. */
  readonly difference?: readonly Difference[];
  /** The exchanges that show it; all of a run if not set. */
  readonly shownBy?: Found['shownBy'];
}

const mostShown = 50;

/** The statement held in this observation. */
export const held: Held = { kind: 'held' };

/** How judges say that a statement was broken. */
export interface Judging<Found extends Findings> {
  /** The statement was broken in this observation. */
  readonly broken: <Code extends CodeOf<Found>>(
    code: Code,
    values: Found['breachValues'][Code],
  ) => Judgement<Found>;
  /**
   * The statement was broken under one reading of the description and held under another: a rule that sees this neither
   * fails nor passes.
   */
  readonly arguable: <Code extends CodeOf<Found>>(
    code: Code,
    values: Found['breachValues'][Code],
  ) => Judgement<Found>;
  /** Holds exactly when `condition` is true. */
  readonly holds: <Code extends CodeOf<Found>>(
    condition: boolean,
    code: Code,
    values: Found['breachValues'][Code],
  ) => Judgement<Found>;
  /** Holds exactly when the two values are deeply equal. Otherwise it has the places that differ. */
  readonly same: <Code extends CodeOf<Found>>(
    code: Code,
    values: Found['breachValues'][Code],
    actual: unknown,
    expected: unknown,
  ) => Judgement<Found>;
  /** Says which exchanges show the judgement. */
  readonly shownBy: (judgement: Judgement<Found>, exchanges: Found['shownBy']) => Judgement<Found>;
}

/** How judges say that a statement about this was broken. */
export function judging<Found extends Findings>(): Judging<Found> {
  return {
    broken: (code, values) => ({ kind: 'broken', code, values }),
    arguable: (code, values) => ({ kind: 'arguable', code, values }),
    holds: (condition, code, values) => (condition ? held : { kind: 'broken', code, values }),
    same: (code, values, actual, expected) => {
      // JSON may write 0 as -0.
      if (actual === expected || isDeepStrictEqual(actual, expected)) return held;
      const difference = differencesOf(expected, actual).slice(0, mostShown);
      return { kind: 'broken', code, values, difference };
    },
    shownBy: (judgement, exchanges) =>
      judgement.kind === 'held' ? held : { ...judgement, shownBy: exchanges },
  };
}

/** Holds when each judgement holds; otherwise it is the first broken one. */
export function every<Found extends Findings>(judgements: Iterable<Judgement<Found>>): Judgement<Found> {
  for (const judgement of judgements) if (judgement.kind === 'broken') return judgement;
  return held;
}
