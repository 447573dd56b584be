/** One thing that the API description leaves open, and the readings of it that a conforming server may choose. */

/** Ids of the open statements, and `unmentioned` for what the description does not mention at all. */
export type OpenRow = 'PAGE-90' | 'FILT-90' | 'KEY-90' | 'HOOK-90' | 'PROF-90' | 'RATE-90' | 'unmentioned';

/** The names of readings, as text: a status code is the reading `'404'`. */
export type ReadingName<Readings> = `${Extract<keyof Readings, string | number>}`;

/** A row of the dialect table. */
export interface Dimension<Readings extends Record<string, string> = Record<string, string>> {
  /** The open statement that it belongs to. */
  readonly row: OpenRow;
  /** The question that the description does not answer. */
  readonly asks: string;
  /** Each admissible answer: its name, and a sentence on what the server then does. */
  readonly readings: Readings;
  /** The reading used when no other is chosen. */
  readonly default: ReadingName<Readings>;
}

/** Keeps the names of the readings in the type of a row. */
export function dimension<const Readings extends Record<string, string>>(
  row: Dimension<Readings>,
): Dimension<Readings> {
  return row;
}
