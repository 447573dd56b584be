/** Where two values differ: the path of each place, and what stands there. */
import { isDeepStrictEqual } from 'node:util';

/** One place in which two values differ. */
export interface Difference {
  /** Where it is, from the outside in: `data[3].label`. */
  readonly path: string;
  /** What should stand there, as JSON; `absent` where nothing should. */
  readonly expected: string;
  /** What stands there, as JSON; `absent` where nothing does. */
  readonly actual: string;
}

/** Where reports are made, and no credential is in it any more, what two texts have in common is left out. */
const longestText = 2000;

/**
 * Where two values differ, in the order of the fields. An element that was put into a list, or left out of it, is one
 * difference: what follows it is not compared with its neighbours.
 *
 * @param path - of the values themselves
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

/** Two values that differ, each as JSON. Of long ones all but the beginning is left out. */
function shownApart(expected: unknown, actual: unknown): Pick<Difference, 'expected' | 'actual'> {
  const texts = [written(expected), written(actual)];
  const isAlike = new Set(texts.map(look)).size === 1;
  const [before = '', after = ''] = isAlike ? texts.map(escaped) : texts;
  let parting = 0;
  while (before[parting] !== undefined && before[parting] === after[parting]) parting += 1;
  const note = parting < longestText ? '' : ` (they part at character ${parting + 1})`;
  return { expected: cut(before) + note, actual: cut(after) + note };
}

/** What can be seen of a text: letters may be composed or not, and some characters cannot be seen. */
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
