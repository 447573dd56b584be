/** Under every reading of the dialect the twins of the sandbox stay broken. */
import { describe, expect, test } from 'vitest';
import { twins } from '../src/index.ts';
import type { Dialect } from '../src/index.ts';
import { turnedDialect } from './dialects.ts';
import { isBroken, turns } from './is-broken.ts';

describe('with a twin', () => {
  const withFilters = (needs: readonly string[]): Partial<Dialect> =>
    needs.includes('filters') ? { filterPlacement: 'all' } : {};

  test.each(turns.slice(1))('dialect %i does not hide it', { timeout: 120_000 }, async (turn) => {
    const hidden: string[] = [];
    const each = twins.filter((_, position) => position % 7 === turn - 1);
    for (const { name, breaks, needs, under } of each) {
      const dialect = { ...turnedDialect(turn), ...withFilters(needs), ...under };
      if (!(await isBroken(breaks, dialect, { twin: name }))) hidden.push(name);
    }
    expect(hidden).toEqual([]);
  });
});
