/** Where a text ceases to be JSON. */
import jsonc, { type ParseError } from 'jsonc-parser';

/** Where a text ceases to be JSON, and what is wrong there. */
export interface JsonFault {
  /** In characters from the beginning. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** A few words, e.g. `comma expected`. */
  readonly what: string;
}

/** Where a text ceases to be JSON; null where that cannot be told, or it is JSON. */
export function jsonFault(text: string): JsonFault | null {
  const errors: ParseError[] = [];
  jsonc.parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return null;
  const before = text.slice(0, first.offset).split(/\r\n|\r|\n/);
  return {
    offset: first.offset,
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    what: inWords(first),
  };
}

/** A fault in one line: the place, and what stands around it. */
export function jsonFaultInWords(text: string, { offset, line, column, what }: JsonFault): string {
  const before = text.slice(Math.max(0, offset - aroundIt), offset);
  const after = text.slice(offset, offset + aroundIt);
  const near = offset >= text.length ? 'at its end' : `at ${JSON.stringify(after)}`;
  return `${what} ${near}, line ${line}, column ${column} (character ${offset})${
    before === '' ? '' : `, after ${JSON.stringify(before)}`
  }`;
}

const aroundIt = 40;

/** `CommaExpected` as `comma expected`. */
function inWords({ error }: ParseError): string {
  return jsonc.printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase();
}
