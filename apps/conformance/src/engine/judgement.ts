/** What a judge says of one observation: held, or broken and how. */
import { isDeepStrictEqual } from 'node:util';
import { differencesOf, type Difference } from './difference.ts';

/** What a judge says of one observation: the statement held, or was broken, and how; or the description can be read both ways. */
export type Judgement =
  | { readonly kind: 'held' }
  | ({ readonly kind: 'broken' | 'arguable' } & Contradiction);

/** What the statement demands, and what was seen instead. */
export interface Contradiction {
  /** In words. */
  readonly expected: string;
  readonly actual: string;
  /** The places in which two values differ, where such were compared. */
  readonly difference?: readonly Difference[];
  /** Texts by which the request is known that shows it: its address or its body holds one of them. */
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
 * @param expected - what the statement demands, in words
 * @param actual - what was seen instead
 */
export function broken(expected: string, actual: string): Judgement {
  return { kind: 'broken', expected, actual };
}

/**
 * The statement was broken in this observation as one may read the description, and held as others may: a rule that sees
 * it neither fails nor passes.
 *
 * @param expected - what the statement demands where it is read strictly, in words
 * @param actual - what was seen, and why it may be right
 */
export function arguable(expected: string, actual: string): Judgement {
  return { kind: 'arguable', expected, actual };
}

/** Holds exactly when the two values are deeply equal. Of lists and objects the places are told that differ. */
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

/** One side of a difference, cut where that leaves the two apart. */
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
 * Says of a judgement which request shows it, where its words do not name an operation, a uuid or a path.
 *
 * @param marks - the address or the body of the request holds one of them
 */
export function shownBy(judgement: Judgement, ...marks: readonly string[]): Judgement {
  return judgement.kind === 'held' ? held : { ...judgement, shownBy: marks.filter((mark) => mark !== '') };
}

/** Holds when each judgement holds; otherwise it is the first that is broken. */
export function every(judgements: Iterable<Judgement>): Judgement {
  for (const judgement of judgements) if (judgement.kind === 'broken') return judgement;
  return held;
}

/** A value as a person reads it in a message: JSON, cut at 300 characters. */
export function show(value: unknown): string {
  const text = value === undefined ? 'absent' : (JSON.stringify(value) ?? typeof value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
