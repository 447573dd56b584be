import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesLike } from './names-like.ts';
import { boundaryTexts, isOrdinaryText, ordinaryText } from './ordinary-text.ts';

const properties = [
  /\p{Lu}/u,
  /\p{Ll}/u,
  /[0-9]/,
  /[' -]/,
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Han}/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Gothic}/u,
];

/** The kind and the length in bytes of each character. */
function classOf(text: string): readonly string[] {
  return Array.from(text).map(
    (character) =>
      `${Buffer.byteLength(character)} ${properties.map((property) => property.test(character)).join()}`,
  );
}

function differences(one: string, other: string): number {
  const others = Array.from(other);
  return Array.from(one).filter((character, place) => character !== others[place]).length;
}

describe('names like another', () => {
  it.each(boundaryTexts)('are of the class of %j', (text) => {
    const names = namesLike(text, 7);
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(new Set([text, ...names]).size).toBe(names.length + 1);
    for (const name of names) {
      expect(isOrdinaryText(name)).toBe(true);
      expect(classOf(name)).toEqual(classOf(text));
      expect(differences(text, name)).toBeLessThanOrEqual(4);
    }
  });

  it('are of the class of any ordinary text that has a letter', () => {
    fc.assert(
      fc.property(
        ordinaryText().filter((text) => /\p{L}/u.test(text)),
        fc.integer(),
        (text, seed) => {
          const names = namesLike(text, seed);
          expect(names.length).toBeGreaterThan(0);
          for (const name of names) expect([name, classOf(name)]).toEqual([name, classOf(text)]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ["O'Neil-Łoś", /^[A-Z]'[A-Z][a-z]{3}-Łoś$/],
    ['ßa7', /^ß[a-z]7$/],
    ['7', /^[0-9]$/],
  ])('of %j keep all but a few plain letters', (text, form) => {
    expect(namesLike(text, 3).filter((name) => !form.test(name))).toEqual([]);
  });

  it('are others with another seed, the same with the same', () => {
    expect(namesLike('Ёлкин Щукин', 1)).toEqual(namesLike('Ёлкин Щукин', 1));
    expect(namesLike('Ёлкин Щукин', 1)).not.toEqual(namesLike('Ёлкин Щукин', 2));
  });

  it('are absent where no letter can be exchanged', () => {
    expect(namesLike("'-'", 1)).toEqual([]);
  });
});
