/** Each broken twin is seen to break the statement that it names; the right sandbox is not. */
import { describe, expect, test } from 'vitest';
import { twins } from '../src/index.ts';
import { statementIds } from './checks/checks.ts';
import { isBroken } from './is-broken.ts';

describe.concurrent('the right sandbox', () => {
  test.each(statementIds)('keeps %s', async (id) => {
    expect(await isBroken(id, {})).toBe(false);
  });
});

describe.concurrent('a broken twin', () => {
  test.each(twins.map(({ breaks, name, under }) => ({ breaks, name, under })))(
    '$name breaks $breaks',
    async ({ breaks, name, under }) => {
      expect(await isBroken(breaks, under, { twin: name })).toBe(true);
    },
  );

  test('there are at least 150, and two for each statement', () => {
    const few = statementIds.filter((id) => twins.filter(({ breaks }) => breaks === id).length < 2);
    expect(few).toEqual([]);
    expect(twins.length).toBeGreaterThanOrEqual(150);
  });
});
