/** Finds where two values differ: the path of each place, and the value there. */
import { isDeepStrictEqual } from 'node:util';

/** One place where two values differ. */
export interface Difference {
  /** The path from the root: `data[3].label`. */
  readonly path: string;
  /** The expected value as JSON; `absent` if nothing should be there. */
  readonly expected: string;
  /** The actual value as JSON; `absent` if nothing is there. */
  readonly actual: string;
}

/** Reports, which contain no credentials by then, leave out what two long texts have in common. */
const longestText = 2000;

/**
 * The places where two values differ, in the order of the fields. An element inserted into a list, or missing from it,
 * is one difference: the elements after it are not compared with their neighbours.
 *
 * @param path - the path of the values themselves
 */
export function differencesOf(expected: unknown, actual: unknown, path = ''): readonly Difference[] {
  if (isDeepStrictEqual(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) return differencesOfLists(expected, actual, path);
  if (isObject(expected) && isObject(actual)) {
    const [before, after] = [new Map(Object.entries(expected)), new Map(Object.entries(actual))];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
      differencesOf(before.get(key), after.get(key), `${path}${step(key, path)}`),
    );
  }
  return [{ path, ...shownApart(expected, actual) }];
}

function differencesOfLists(
  expected: readonly unknown[],
  actual: readonly unknown[],
  path: string,
): readonly Difference[] {
  const shorter = Math.min(expected.length, actual.length);
  let start = 0;
  while (start < shorter && isDeepStrictEqual(expected[start], actual[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isDeepStrictEqual(expected.at(-1 - end), actual.at(-1 - end))) end += 1;
  const [before, after] = [
    expected.slice(start, expected.length - end),
    actual.slice(start, actual.length - end),
  ];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
    differencesOf(before[index], after[index], `${path}[${start + index}]`),
  ).flat();
}

function step(key: string, path: string): string {
  if (!/^[\p{L}_$][\p{L}\d_$]*$/u.test(key)) return `[${key}]`;
  return path === '' ? key : `.${key}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Two values that differ, each as JSON. Long ones are cut after the beginning. */
function shownApart(expected: unknown, actual: unknown): Pick<Difference, 'expected' | 'actual'> {
  const texts = [written(expected), written(actual)];
  const isAlike = new Set(texts.map(look)).size === 1;
  const [before = '', after = ''] = isAlike ? texts.map(escaped) : texts;
  let parting = 0;
  while (before[parting] !== undefined && before[parting] === after[parting]) parting += 1;
  const note = parting < longestText ? '' : ` (they differ from character ${parting + 1} on)`;
  return { expected: cut(before) + note, actual: cut(after) + note };
}

/** The visible form of a text: letters may be composed or decomposed, and some characters are invisible. */
function look(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Z}/gu, ' ').replaceAll(/\p{C}/gu, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

function written(value: unknown): string {
  return value === undefined ? 'absent' : (JSON.stringify(value) ?? typeof value);
}
