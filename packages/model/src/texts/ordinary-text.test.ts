import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryTexts, isOrdinaryText, ordinaryText, textsOfOtherLengths } from './ordinary-text.ts';

function lengthOf(text: string): number {
  return Array.from(text).length;
}

describe('ordinary text', () => {
  it('is 1 to 50 code points in NFC of letters, digits, hyphens, apostrophes and single inner spaces', () => {
    fc.assert(
      fc.property(ordinaryText(), (text) => {
        expect(lengthOf(text)).toBeGreaterThanOrEqual(1);
        expect(lengthOf(text)).toBeLessThanOrEqual(50);
        expect(text).toBe(text.normalize('NFC'));
        expect(text.replace(/[\p{L}0-9' -]/gu, '')).toBe('');
        expect(text).toBe(text.trim());
        expect(text).not.toContain('  ');
      }),
      { numRuns: 500 },
    );
  });

  it('reaches long texts and short ones', () => {
    const texts = fc.sample(ordinaryText(), { numRuns: 300, seed: 1 });
    expect(texts.some((text) => lengthOf(text) > 45)).toBe(true);
    expect(texts.some((text) => lengthOf(text) < 5)).toBe(true);
  });

  it.each([
    /[a-z]/,
    /[0-9]/,
    /-/,
    /'/,
    / /,
    /\p{Script=Arabic}/u,
    /\p{Script=Devanagari}/u,
    /\p{Script=Han}/u,
    /\p{Script=Hangul}/u,
    /[\u{10000}-\u{10FFFF}]/u,
  ])('reaches %s', (kind) => {
    const texts = fc.sample(ordinaryText(), { numRuns: 300, seed: 1 });
    expect(texts.some((text) => kind.test(text))).toBe(true);
  });

  it('has boundaries of each length at which text is cut, all of them ordinary', () => {
    expect(boundaryTexts.filter((text) => !isOrdinaryText(text))).toEqual([]);
    const lengths = new Set(boundaryTexts.map(lengthOf));
    expect([1, 31, 32, 33, 49, 50].filter((length) => !lengths.has(length))).toEqual([]);
  });

  it('has letters that lists of letters leave out, the first of them and the last', () => {
    expect(textsOfOtherLengths.filter((text) => !isOrdinaryText(text))).toEqual([]);
    const all = textsOfOtherLengths.join('');
    expect(['ễ', 'ʻ', '々', 'ー', 'ｱ', 'ª', '𞤀'].filter((letter) => !all.includes(letter))).toEqual([]);
  });

  it.each([
    ['', 'empty'],
    [' a', 'space before'],
    ['a ', 'space after'],
    ['a  b', 'two spaces'],
    ['e\u0301', 'not NFC'],
    ['a.b', 'a full stop'],
    ['x'.repeat(51), 'too long'],
  ])('is not %j (%s)', (text) => {
    expect(isOrdinaryText(text)).toBe(false);
  });
});
