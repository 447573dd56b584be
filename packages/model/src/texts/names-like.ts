/** Names of the same class as another one. */
import * as fc from 'fast-check';
import { charactersIn, isOrdinaryText } from './ordinary-text.ts';

/** The maximum number of letters exchanged: what is special about a name, including long runs of one letter, stays. */
const mostExchanged = 4;

/** If only one character can be exchanged, an earlier run may well have used a like name, too. */
const triesOfOne = 9;
const triesOfMore = 2;

/**
 * Other names of the class of an ordinary one, in the order in which to try them: of the same length in code points and
 * in bytes, with a few letters exchanged for others of their script and case. If there are ASCII letters, only those
 * are exchanged, so that all others stay; digits only if there is no letter at all.
 *
 * @param seed - a 32-bit integer; the same seed gives the same names
 */
export function namesLike(name: string, seed: number): readonly string[] {
  const characters = Array.from(name);
  const exchanged = placesToExchange(characters);
  if (exchanged.size === 0) return [];
  const like = fc
    .tuple(
      ...characters.map((character, place) => {
        const others = exchanged.get(place);
        return others === undefined ? fc.constant(character) : fc.constantFrom(...others);
      }),
    )
    .map((parts) => parts.join(''))
    .filter(isOrdinaryText);
  const others = new Set(fc.sample(like, { seed, numRuns: 100 }).filter((other) => other !== name));
  return [...others].slice(0, exchanged.size === 1 ? triesOfOne : triesOfMore);
}

/**
 * A name of one character out of twenty thousand: an earlier run is unlikely to have used it.
 *
 * @param seed - a 32-bit integer; the same seed gives the same name
 */
export function oneIdeograph(seed: number): string {
  const [ideograph = '王'] = fc.sample(fc.constantFrom(...charactersIn('一-鿕')), { seed, numRuns: 1 });
  return ideograph;
}

/** The possible replacements of the character at each of the first places. */
function placesToExchange(characters: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  for (const kind of [/[a-z]/i, /\p{L}/u, /[0-9]/]) {
    for (const [place, character] of characters.entries()) {
      if (!kind.test(character)) continue;
      const others = charactersLike(character);
      if (others.length > 0) found.set(place, others);
      if (found.size === mostExchanged) return found;
    }
    if (found.size > 0) break;
  }
  return found;
}

/** The other characters of its script, case and length in bytes, among its neighbours in Unicode. */
function charactersLike(character: string): readonly string[] {
  const first = (character.codePointAt(0) ?? 0) & ~(blockSize - 1);
  const kind = kindOf(character);
  return Array.from({ length: blockSize }, (_, index) => String.fromCodePoint(first + index)).filter(
    (other) => other !== character && isOrdinaryText(other) && kindOf(other) === kind,
  );
}

const blockSize = 128;

function kindOf(character: string): string {
  const known = [...scripts, ...cases].filter((property) => property.test(character));
  return `${Buffer.byteLength(character)} ${known.map(String).join(' ')}`;
}

/** Scripts that share a block of 128 code points with another. */
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Hiragana}/u,
  /\p{Script=Katakana}/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Han}/u,
  /\p{Script=Gothic}/u,
];

const cases: readonly RegExp[] = [/\p{Lu}/u, /\p{Ll}/u, /\p{Lo}/u, /[0-9]/];
