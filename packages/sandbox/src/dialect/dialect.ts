/** The dialect: for each thing that the API description leaves open, the reading that a sandbox follows. */
import { answersDialect } from './answers.ts';
import type { Dimension, ReadingName } from './dimension.ts';
import { listsDialect } from './lists.ts';
import { keysDialect, limitsDialect, profilesDialect, textDialect, webhooksDialect } from './records.ts';

/**
 * Every dimension of the dialect with its admissible readings. Each reading conforms to the description.
 * A new dimension is a row here, and the place in `described/` that reads it.
 */
export const dialectTable = {
  ...answersDialect,
  ...listsDialect,
  ...keysDialect,
  ...textDialect,
  ...webhooksDialect,
  ...profilesDialect,
  ...limitsDialect,
};

type DialectTable = typeof dialectTable;

/** The name of a dimension. */
export type DialectDimension = keyof DialectTable;

/** One reading for each dimension, by name. */
export type Dialect = {
  readonly [D in DialectDimension]: ReadingName<DialectTable[D]['readings']>;
};

/** Each dimension at its default reading. */
export const defaultDialect: Dialect = withDefaults();

function withDefaults(): Dialect {
  const chosen: Partial<Record<DialectDimension, string>> = {};
  for (const name of dimensionNames()) chosen[name] = dialectTable[name].default;
  if (!isDialect(chosen)) throw new TypeError('the dialect table has a default that is not a reading');
  return chosen;
}

/** The names of all dimensions, in the order of the table. */
export function dimensionNames(): DialectDimension[] {
  return Object.keys(dialectTable).filter((name) => isDimension(name));
}

function isDimension(name: string): name is DialectDimension {
  return Object.hasOwn(dialectTable, name);
}

function isDialect(chosen: object): chosen is Dialect {
  return dimensionNames().every((name) => {
    const row: Dimension = dialectTable[name];
    const reading: unknown = Reflect.get(chosen, name);
    return typeof reading === 'string' && Object.hasOwn(row.readings, reading);
  });
}

/** A dialect that names a dimension or a reading that the table does not have. */
export class DialectError extends Error {
  override readonly name = 'DialectError';
}

/**
 * Fills a partial dialect with defaults.
 *
 * @throws {DialectError} for an unknown dimension or reading; the message lists the known ones
 */
export function dialectFrom(chosen: unknown = {}): Dialect {
  if (typeof chosen !== 'object' || chosen === null || Array.isArray(chosen)) {
    throw new DialectError('a dialect is an object of dimension to reading, e.g. {"pageMaximum": "50"}');
  }
  const full: Record<string, unknown> = { ...defaultDialect };
  for (const [name, reading] of Object.entries(chosen)) {
    if (reading === undefined) continue;
    full[name] = acceptableReading(name, reading);
  }
  if (!isDialect(full)) throw new DialectError('the dialect is not complete');
  return full;
}

function acceptableReading(name: string, reading: unknown): string {
  if (!isDimension(name)) {
    throw new DialectError(`dialect: there is no dimension "${name}"; --list-dialect lists them`);
  }
  const row: Dimension = dialectTable[name];
  if (typeof reading === 'string' && Object.hasOwn(row.readings, reading)) return reading;
  const readings = Object.keys(row.readings);
  throw new DialectError(
    readings.includes(String(reading))
      ? `dialect: the readings of ${name} are strings: write "${String(reading)}"`
      : `dialect: ${name} has no reading ${JSON.stringify(reading)}; it has ${readings.join(', ')}`,
  );
}
