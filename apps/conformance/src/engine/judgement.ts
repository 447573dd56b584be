/** What a judge says about one observation: held, or broken and how. */
import { isDeepStrictEqual } from 'node:util';
import { differencesOf, type Difference } from './difference.ts';

/**
 * What a judge says about one observation: the statement held, it was broken and how, or the description is ambiguous.
 */
export type Judgement =
  | { readonly kind: 'held' }
  | ({ readonly kind: 'broken' | 'arguable' } & Contradiction);

/** What the statement requires, and what was seen instead. */
export interface Contradiction {
  /** In words. */
  readonly expected: string;
  readonly actual: string;
  /** The places where two values differ, if values were compared. */
  readonly difference?: readonly Difference[];
  /** Texts that identify the request that shows it: its address or its body contains one of them. */
  readonly shownBy?: readonly string[];
}

const mostInWords = 2;
const mostShown = 50;
const longestInWords = 120;

/** The statement held in this observation. */
export const held: Judgement = { kind: 'held' };

/**
 * The statement was broken in this observation.
 *
 * @param expected - what the statement requires, in words
 * @param actual - what was seen instead
 */
export function broken(expected: string, actual: string): Judgement {
  return { kind: 'broken', expected, actual };
}

/**
 * The statement was broken under one reading of the description and held under another: a rule that sees this neither
 * fails nor passes.
 *
 * @param expected - what the statement requires in the strict reading, in words
 * @param actual - what was seen, and why it may be right
 */
export function arguable(expected: string, actual: string): Judgement {
  return { kind: 'arguable', expected, actual };
}

/** Holds exactly when the two values are deeply equal. For lists and objects, names the places that differ. */
export function same(what: string, actual: unknown, expected: unknown): Judgement {
  // JSON may write 0 as -0.
  if (actual === expected || isDeepStrictEqual(actual, expected)) return held;
  const difference = differencesOf(expected, actual);
  const more = difference.length > mostInWords ? `, and ${difference.length - mostInWords} more differ` : '';
  const isWhole = difference.every(({ path }) => path === '');
  const told = (side: 'expected' | 'actual'): string => {
    const first = difference.slice(0, mostInWords);
    const words = first.map((one) => `\`${one.path}\` is ${inWords(one, side)}`);
    return isWhole ? `${what} is ${difference[0]?.[side] ?? ''}` : `${what}: ${words.join(', ')}${more}`;
  };
  const shown = isWhole ? {} : { difference: difference.slice(0, mostShown) };
  return { ...broken(told('expected'), told('actual')), ...shown };
}

/** One side of a difference, cut if the two sides differ before the cut. */
function inWords({ expected, actual }: Difference, side: 'expected' | 'actual'): string {
  const isApart = expected.slice(0, longestInWords) !== actual.slice(0, longestInWords);
  const text = side === 'expected' ? expected : actual;
  return isApart && text.length > longestInWords ? `${text.slice(0, longestInWords)}…` : text;
}

/** Holds exactly when `condition` is true. */
export function holds(condition: boolean, expected: string, actual: string): Judgement {
  return condition ? held : broken(expected, actual);
}

/**
 * Says which request shows the judgement, if its words name no operation, uuid or path.
 *
 * @param marks - the address or the body of the request contains one of them
 */
export function shownBy(judgement: Judgement, ...marks: readonly string[]): Judgement {
  return judgement.kind === 'held' ? held : { ...judgement, shownBy: marks.filter((mark) => mark !== '') };
}

/** Holds when each judgement holds; otherwise it is the first broken one. */
export function every(judgements: Iterable<Judgement>): Judgement {
  for (const judgement of judgements) if (judgement.kind === 'broken') return judgement;
  return held;
}

/** A value as a message shows it: JSON, cut at 300 characters. */
export function show(value: unknown): string {
  const text = value === undefined ? 'absent' : (JSON.stringify(value) ?? typeof value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
