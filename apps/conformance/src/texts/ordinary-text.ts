import * as fc from 'fast-check';

/**
 * Ordinary text: what a conforming server accepts for every name and label, and returns unchanged.
 *
 * It is 1 to 50 code points in NFC: letters of any script, digits, hyphens, apostrophes and single inner spaces.
 */
export function ordinaryText(): fc.Arbitrary<string> {
  return ofLength(1, mostCodePoints);
}

/** Ordinary text of this many code points. */
export function ordinaryTextOf(codePoints: number): fc.Arbitrary<string> {
  return ofLength(codePoints, codePoints);
}

function ofLength(minLength: number, maxLength: number): fc.Arbitrary<string> {
  // The default size keeps texts far below the bound.
  return fc.string({ unit: character, minLength, maxLength, size: 'max' }).filter(isOrdinaryText);
}

/** The most code points of ordinary text. */
export const mostCodePoints = 50;

/** Whether a text is ordinary. */
export function isOrdinaryText(text: string): boolean {
  const length = Array.from(text).length;
  return (
    length >= 1 &&
    length <= mostCodePoints &&
    /^[\p{L}0-9'-]+(?: [\p{L}0-9'-]+)*$/u.test(text) &&
    text.normalize('NFC') === text
  );
}

/**
 * Ordinary text of each length at which storage, columns and buffers tend to cut (10, 12, 15, 20, 24, 25, 32, 40 and 50
 * among them), in each kind of letter that is known to be mangled.
 */
export const boundaryTexts: readonly string[] = [
  // 50 code points that take 1, 2, 3 and 4 bytes in UTF-8, a letter outside the BMP last.
  "Łuca O'Brien-Ñandú Ωμέγα Жанна 王小明 한국어 مريم नमक 𐌰𠀋",
  `Zoë ${'Ж'.repeat(45)}é`,
  '𠀋'.repeat(50),
  'x'.repeat(49).concat('9'),
  `y${'ü'.repeat(47)}z`,
  `a${'b'.repeat(30)}Ω`,
  `d${'e'.repeat(31)}Ω`,
  `f${'g'.repeat(29)}h`,
  'Q',
  'é',
  '王',
  '𐌰',
  '7',
  "O'Neil-Łoś",
  'Ἀθηνᾶ Ωκεανός Ἀλεξανδροπούλου Δημητρίους',
  'Ёлкин Щукин Щербаков',
  'مريم العلي بدوي',
  'שרה כהן בת חיים לביא הלוי',
  'कमल नमन पवनज',
  '山田 太郎',
  '김민준',
  'ﬁn Ｗide ßtraße İğne Œufs',
];

const letters = Array.from("Ada-Léna Østberg O'Hara Íñigo Mårten Sørensen Ødegård");

/** One ordinary text of each length that no boundary text has. */
export const textsOfOtherLengths: readonly string[] = Array.from(
  { length: mostCodePoints },
  (_, index) => index + 1,
)
  .filter((length) => boundaryTexts.every((text) => Array.from(text).length !== length))
  .map((length) => letters.slice(0, length).join('').replace(/ $/, 'x'));

/** Ranges of assigned letters that are NFC on their own and next to each other, as in a regular expression. */
const scripts: readonly string[] = [
  'À-ÖØ-öø-ÿ',
  'Ā-ſ',
  'Α-ΡΣ-Ωα-ω',
  'А-яЁё',
  'א-ת',
  'ا-غف-ي',
  'अ-नप-रलवश-ह',
  'ก-ฮ',
  'ა-ჰ',
  'ぁ-ん',
  'ァ-ヶ',
  '一-鿕',
  '가-힣',
  'ﬀ-ﬆ',
  'Ａ-Ｚａ-ｚ',
  '𐌰-𐍀',
  '𐐀-𐑏',
  '𠀀-𠿿',
];

/** The characters of ranges as they are written in a regular expression. */
export function charactersIn(ranges: string): readonly string[] {
  return Array.from(ranges.matchAll(/(.)-(.)|(.)/gu)).flatMap(([, from, to, single]) => {
    if (single !== undefined) return [single];
    const first = from?.codePointAt(0) ?? 0;
    const last = to?.codePointAt(0) ?? -1;
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
}

/** Created once: it holds tens of thousands of characters. */
const character = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...charactersIn('A-Z'), ...charactersIn('a-z')) },
  { weight: 10, arbitrary: fc.oneof(...scripts.map((script) => fc.constantFrom(...charactersIn(script)))) },
  { weight: 2, arbitrary: fc.constantFrom(...charactersIn('0-9')) },
  { weight: 1, arbitrary: fc.constantFrom("'", '-') },
  { weight: 1, arbitrary: fc.constant(' ') },
);
