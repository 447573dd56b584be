import { expect, it } from 'vitest';
import { shortenedPair } from './shortened-pair.ts';

it('leaves out of two texts what they share, so that they differ within 200 characters', () => {
  const shared = 'the same '.repeat(300);
  const [one, other] = shortenedPair(`${shared}10`, `${shared}20`);
  expect(one.slice(0, 200)).not.toBe(other.slice(0, 200));
  expect([one.slice(-12), other.slice(-12)]).toEqual(
    ['the same 10', 'the same 20'].map((text) => ` ${text}`),
  );
});

it('leaves texts alone that differ at once, or not at all', () => {
  const long = 'a'.repeat(1000);
  expect(shortenedPair(`1${long}`, `2${long}`)).toEqual([`1${long}`, `2${long}`]);
  expect(shortenedPair(long, long)).toEqual([long, long]);
});
