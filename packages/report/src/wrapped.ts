/** Text wrapped for a terminal or a log. */
import { wrapAnsi } from 'fast-wrap-ansi';

/** The width if it is unknown. */
const usualWidth = 100;
/** Below this width, text is not wrapped: it would be one word per line. */
const leastWidth = 40;

/** How many columns there are. @param columns - of the terminal; not set if it is none */
export function widthOf(columns: number | undefined): number {
  return columns === undefined || columns === 0 ? usualWidth : columns;
}

/**
 * A text wrapped between words; a word that is too long, such as an address, is not cut. All lines except the first are
 * indented.
 *
 * @param width - in columns, the indent of all lines included
 */
export function wrapped(text: string, width: number, indent: number): string {
  const room = width - indent;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (room < leastWidth || room === Number.POSITIVE_INFINITY) return line;
  return wrapAnsi(line, room).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
