/** What a judge says of one observation: held, or broken and how. */
import { isDeepStrictEqual } from 'node:util';

/** What a judge says of one observation: the statement held, or was broken, and how. */
export type Judgement =
  | { readonly kind: 'held' }
  | { readonly kind: 'broken'; readonly expected: string; readonly actual: string };

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

/** Holds exactly when the two values are deeply equal. */
export function same(what: string, actual: unknown, expected: unknown): Judgement {
  if (isDeepStrictEqual(actual, expected)) return held;
  return broken(`${what} is ${show(expected)}`, `${what} is ${show(actual)}`);
}

/** Holds exactly when `condition` is true. */
export function holds(condition: boolean, expected: string, actual: string): Judgement {
  return condition ? held : broken(expected, actual);
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
