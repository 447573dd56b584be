/** Dialects that together cover each reading of each dimension. */
import { dialectFrom, dialectTable, dimensionNames } from '../src/index.ts';
import type { Dialect } from '../src/index.ts';

/** The `turn`th dialect: each dimension advances by a different step, so that combinations of readings vary. */
export function turnedDialect(turn: number): Dialect {
  const chosen = dimensionNames().map((name, position) => {
    const readings = Object.keys(dialectTable[name].readings);
    const step = turn + Math.floor(turn / readings.length) * position;
    return [name, readings[step % readings.length]];
  });
  return dialectFrom(Object.fromEntries(chosen));
}
