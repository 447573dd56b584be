/** The twins of the sandbox stay broken under every reading of the dialect. */
import { describe, expect, test } from 'vitest';
import { twins } from '../src/index.ts';
import type { Dialect } from '../src/index.ts';
import { turnedDialect } from './dialects.ts';
import { isBroken, turns } from './is-broken.ts';

describe.concurrent('with a twin', () => {
  const withFilters = (needs: readonly string[]): Partial<Dialect> =>
    needs.includes('filters') ? { filterPlacement: 'all' } : {};

  test.each(
    twins.map(({ name, breaks, needs, under }, position) => {
      const turn = 1 + (position % (turns.length - 1));
      return { turn, name, breaks, dialect: { ...turnedDialect(turn), ...withFilters(needs), ...under } };
    }),
  )('dialect $turn does not hide $name', async ({ name, breaks, dialect }) => {
    expect(await isBroken(breaks, dialect, { twin: name })).toBe(true);
  });
});
