/** Dialects that between them take each reading of each dimension. */
import { dialectFrom, dialectTable, dimensionNames } from '../src/index.ts';
import type { Dialect } from '../src/index.ts';

/** The `turn`th dialect: each dimension is turned by another step, so that readings meet in changing company. */
export function turnedDialect(turn: number): Dialect {
  const chosen = dimensionNames().map((name, position) => {
    const readings = Object.keys(dialectTable[name].readings);
    const step = turn + Math.floor(turn / readings.length) * position;
    return [name, readings[step % readings.length]];
  });
  return dialectFrom(Object.fromEntries(chosen));
}
