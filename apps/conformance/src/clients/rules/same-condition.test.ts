import { expect, it } from 'vitest';
import { isSameCondition } from './same-condition.ts';

it.for([
  ['json', 'a', 'a', true],
  ['json', 'a', 'b', false],
  ['json', 'a', { '=': 'a' }, true],
  ['json', 'a', ['a'], true],
  ['json', 'is_null', 'is_null', true],
  ['json', 'is_null', null, false],
  ['json', 'is_null', { '=': 'is_null' }, false],
  ['json', 'is_null', 'is_not_null', false],
  ['json', ['a', 'b'], ['b', 'a'], true],
  ['json', ['a', 'b'], ['a'], false],
  ['json', ['a', 'b'], 'a,b', false],
  ['json', { '<': 'a' }, { '<': 'a' }, true],
  ['json', { '<': 'a' }, { '>': 'a' }, false],
  ['json', { '<': 'a' }, { '<=': 'a' }, false],
  ['json', { '<>': 'a' }, { '!=': 'a' }, true],
  ['json', { '!=': 'a' }, { '=': 'a' }, false],
  ['json', { '>=': 'a', '<': 'b' }, { '<': 'b', '>=': 'a' }, true],
  ['json', { '>=': 'a', '<': 'b' }, { '>=': 'a' }, false],
  ['json', 5, 5, true],
  ['json', 5, '5', false],
  ['texts', 5, '5', true],
  ['texts', true, 'true', true],
  ['texts', ['a', 'b'], ['a', 'b'], true],
  ['texts', ['a', 'b'], 'a,b', true],
  ['texts', ['a', 'b'], 'a,c', false],
  ['texts', 'a,b', 'a,b', true],
  ['texts', 'is_null', 'null', false],
  ['texts', { '<': 5 }, { '<': '5' }, true],
] as const)('compares conditions by what they mean: %s, %j sent as %j: %s', ([kind, asked, sent, isSame]) => {
  expect(isSameCondition(asked, sent, kind)).toBe(isSame);
});
