/** Finds where a text stops being JSON. */
// Node finds no named exports in the package's UMD build.
// oxlint-disable import/default, import/no-named-as-default-member
import jsonc, { type ParseError } from 'jsonc-parser';

/** How much is shown of the text before the fault, and of the text after it, in characters. */
const around = 60;

/** Where a text stops being JSON, and what is wrong there. */
export interface JsonFault {
  /** In characters from the beginning. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** A few words, e.g. `comma expected`. */
  readonly what: string;
}

/** Where a text stops being JSON; null if it is JSON, or if that cannot be determined. */
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

/**
 * A fault in one line: `comma expected at line 1, column 8 (character 7), where ▶ stands: {"a":1 ▶"b":2}`.
 *
 * @param shown - the text as it may be shown, with the fault at the offset `at`
 */
export function jsonFaultInWords(
  { offset, line, column, what }: JsonFault,
  shown: string,
  at: number,
): string {
  const place = `${what} at line ${line}, column ${column} (character ${offset})`;
  if (shown === '') return `${place}: the body is empty`;
  const before = shown.slice(Math.max(0, at - around), at);
  const after = shown.slice(at, at + around);
  const near = `${at > around ? '…' : ''}${before}▶${after}${at + around < shown.length ? '…' : ''}`;
  return `${place}, where ▶ stands: ${near.replaceAll(/\s+/g, ' ')}`;
}

/** `CommaExpected` as `comma expected`. */
function inWords({ error }: ParseError): string {
  return jsonc
    .printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase();
}
