import { expect, it } from 'vitest';
import { differencesOf } from './difference.ts';
import { judging } from './judgement.ts';
import type { Findings } from './tested.ts';

interface Found extends Findings {
  readonly breachValues: { readonly 'not-alike': { readonly what: string } };
}

const { same } = judging<Found>();

const record = (id: number, label: string | null = null) => ({ id, label });

it('gives the path of each field that differs, and both values', () => {
  const page = { data: [record(1), record(2, 'Ann')], has_more: true };
  expect(differencesOf(page, { data: [record(1), record(2, 'Bob')], has_more: false })).toEqual([
    { path: 'data[1].label', expected: '"Ann"', actual: '"Bob"' },
    { path: 'has_more', expected: 'true', actual: 'false' },
  ]);
  expect(differencesOf({ a: { 'x y': 1 } }, { a: {} })).toEqual([
    { path: 'a[x y]', expected: '1', actual: 'absent' },
  ]);
});

it('reports of a list in which one element is missing that one alone', () => {
  const all = [1, 2, 3, 4, 5].map((id) => record(id));
  expect(differencesOf(all, all.toSpliced(2, 1))).toEqual([
    { path: '[2]', expected: '{"id":3,"label":null}', actual: 'absent' },
  ]);
  expect(differencesOf(all, [...all, record(6)])).toEqual([
    { path: '[5]', expected: 'absent', actual: '{"id":6,"label":null}' },
  ]);
});

it('says where long texts part', () => {
  const text = 'a'.repeat(5000);
  const [only] = differencesOf(`${text}b`, `${text}c`);
  expect(only?.expected).toContain('they differ from character 5002 on');
});

it('is what a judgement on two values has, however long they are', () => {
  const data = Array.from({ length: 20 }, (_, id) => record(id, `a label of some length, number ${id}`));
  const page = { data, limit: 20, offset: 0 };
  const values = { what: 'pages' };
  const judgement = same('not-alike', values, { ...page, limit: 10 }, page);
  expect(judgement).toEqual({
    kind: 'broken',
    code: 'not-alike',
    values,
    difference: [{ path: 'limit', expected: '20', actual: '10' }],
  });
  expect(same('not-alike', { what: 'numbers' }, 3, 4)).toMatchObject({
    difference: [{ path: '', expected: '4', actual: '3' }],
  });
});

it('escapes texts that look the same', () => {
  expect(differencesOf('Ñ', 'N\u0303')).toEqual([
    { path: '', expected: String.raw`"\u00d1"`, actual: String.raw`"N\u0303"` },
  ]);
});
