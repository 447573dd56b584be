/** How breaches become words: what was expected, and what came. */
import type { Difference } from '@outreach-api/engine';

/** A breach in words: each side continues after its label, "expected" or "actual". */
export interface Sides {
  readonly expected: string;
  readonly actual: string;
}

/** Makes words of each breach of a section, by its code. */
export type Words<Values> = {
  readonly [Code in keyof Values]: (values: Values[Code], difference: readonly Difference[]) => Sides;
};

const mostInWords = 2;
const longestInWords = 120;
const longestShown = 300;

/** Words for two values that should be the same. @param what - names them */
export function compared<Values>(
  what: (values: Values) => string,
): (values: Values, difference: readonly Difference[]) => Sides {
  return (values, difference) => {
    const subject = what(values);
    const isWhole = difference.every(({ path }) => path === '');
    const more =
      difference.length > mostInWords ? `, and ${difference.length - mostInWords} more differ` : '';
    const side = (which: keyof Sides): string => {
      if (isWhole) return `${subject} is ${difference[0]?.[which] ?? ''}`;
      const first = difference.slice(0, mostInWords);
      return `${subject}: ${first.map((one) => `\`${one.path}\` is ${oneSide(one, which)}`).join(', ')}${more}`;
    };
    return { expected: side('expected'), actual: side('actual') };
  };
}

/** One side of a difference, cut if the two sides differ before the cut. */
function oneSide({ expected, actual }: Difference, which: keyof Sides): string {
  const isApart = expected.slice(0, longestInWords) !== actual.slice(0, longestInWords);
  const text = which === 'expected' ? expected : actual;
  return isApart && text.length > longestInWords ? `${text.slice(0, longestInWords)}…` : text;
}

/** A value as JSON, cut at 300 characters. */
export function show(value: unknown): string {
  const text = value === undefined ? 'absent' : (JSON.stringify(value) ?? typeof value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
