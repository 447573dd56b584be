/** The sandbox keeps every statement under every reading of the dialect. */
import { describe, expect, test } from 'vitest';
import { defaultDialect, dialectFrom, dialectTable, DialectError, dimensionNames } from '../src/index.ts';
import type { StatementId } from '../src/index.ts';
import { statementIds } from './checks/checks.ts';
import { turnedDialect } from './dialects.ts';
import { isBroken, turns } from './is-broken.ts';

describe('the dialect table', () => {
  test('has at least 25 dimensions of two readings or more, each with its default', () => {
    expect(dimensionNames().length).toBeGreaterThanOrEqual(25);
    const faulty = dimensionNames().filter((name) => {
      const readings = Object.keys(dialectTable[name].readings);
      return readings.length < 2 || !readings.includes(defaultDialect[name]);
    });
    expect(faulty).toEqual([]);
  });

  test('is covered by the dialects of these tests', () => {
    const taken = turns.map((turn) => turnedDialect(turn));
    const untaken = dimensionNames().flatMap((name) =>
      Object.keys(dialectTable[name].readings)
        .filter((reading) => !taken.some((dialect) => dialect[name] === reading))
        .map((reading) => `${name}: ${reading}`),
    );
    expect(untaken).toEqual([]);
  });

  test('names what is wrong with a dialect', () => {
    expect(() => dialectFrom({ pageMaximun: '20' })).toThrow(DialectError);
    expect(() => dialectFrom({ pageMaximum: '21' })).toThrow(/100, 50, 20, none|20, 50, 100, none/);
    expect(() => dialectFrom([])).toThrow(DialectError);
  });
});

// These wait in real time, and each of their readings occurs within the first few dialects.
const slow = (id: StatementId, turn: number): boolean => id.startsWith('RATE') && turn > 3;

describe.concurrent('without a twin', () => {
  test.each(
    turns.flatMap((turn) =>
      statementIds.filter((id) => !slow(id, turn)).map((id) => ({ turn, id, dialect: turnedDialect(turn) })),
    ),
  )('dialect $turn keeps $id', async ({ id, dialect }) => {
    expect(await isBroken(id, dialect)).toBe(false);
  });
});
