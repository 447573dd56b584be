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

/** Whether a text has nothing in it: a target may take it for no value, and put another in its place. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** 50 code points that take 1, 2, 3 and 4 bytes in UTF-8, a letter outside the BMP last. */
export const longestText = "Łuca O'Brien-Ñandú Ωμέγα Жанна 王小明 한국어 مريم नमक 𐌰𠀋";

/** Ordinary text in each kind of letter that is known to be mangled, the first in most scripts, as short and as long as it may be. */
export const textsOfEachKind: readonly string[] = [
  longestText,
  `Zoë ${'Ж'.repeat(45)}é`,
  '𠀋'.repeat(50),
  'x'.repeat(49).concat('9'),
  'Update Exec Table Set And Like Ω',
  "O'Neil-Łoś",
  // Words that a firewall takes for a query, as are others among these.
  'Select A Union Having All On It',
  'Q',
  '王',
  '7',
  'Insert Into Or Delete From WhereΩ',
  'ﬁn Ｗide ßtraße İğne Œuf𝗌',
];

/** Ordinary text of one script each. */
const textsOfOneScript: readonly string[] = [
  `y${'ü'.repeat(47)}z`,
  '𐌰',
  'Ἀθηνᾶ Ωκεανός Ἀλεξανδροπούλου Δημητρίους',
  'Ёлкин Щукин Щербаков',
  'مريم العلي بدوي',
  'שרה כהן בת חיים לביא הלוי',
  'कमल नमन पवनज',
  '山田 太郎',
  '김민준',
  // Last: in an update of all fields it is alone, so that the whole message is of one script.
  'é',
];

/**
 * Ordinary text of each length at which storage, columns and buffers tend to cut (10, 12, 15, 20, 24, 25, 32, 40 and 50
 * among them), in each kind of letter that is known to be mangled.
 */
export const boundaryTexts: readonly string[] = [...textsOfEachKind, ...textsOfOneScript];

/** Ordinary text that is taken for an answer, a number, a quotation, a date, an identifier, a title, a command, a placeholder or a rude word. */
const takenForOthers: readonly string[] = [
  'No',
  '1-10',
  '0x1F9a',
  'Infinity',
  '24-Dec-26',
  'constructor',
  'Drop - Select',
  'Dr Mc Adam III',
  "-D''Al--O''Neil'",
  '90071992547409931',
  'Hancock-Scunthorpe',
  'Test Demo Example Sample Admin Root',
  'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',
  'Van Der Berg De La Cruz Von Di McAdam VII',
  "Mcarthur DE SOUZA Mary Ann d'arc l'été 1st",
  "Jean-Luc JEAN-LUC jean-luc St 'n' and Co 1 000",
];

/**
 * Letters that are mangled for the sake of others, or left out of what counts as a letter: those that Latin, Arabic,
 * Hebrew, Greek and Cyrillic have for few languages, those that look like an apostrophe, and smaller scripts.
 */
const seldomLetters = Array.from(
  "Nguyễn Thị Hằng Đặng-Phạm Ỹ Lữ Kaʻolani D'Aʼs Șerban Țurcanu Őze Ügyvéd Űr Čapek Šárka Žižka " +
    'Řehoř Ďuriš Ťok Ľubica Ąžuolas Ęėįų Çağrı Işık Ğ Þórður Ægir Ðóra Ħaż Ŀŋġ Ŵyŷ Façade Zoé À la Crème Fête Île ' +
    'ẞŸǆǨȜƉƁƏ گل چای پژواک کریم یاسمین ٹھیک ڈاکٹر ہے أحمد إيمان آمنة فاطمة موسى شيء ؤ ئ ם ן ף ץ ך ' +
    'Ἄρης Ὀδυσσεύς Ϊ Ϋ Їжак Єва Ґала і Ђорђе Љубав ЊЋЏЎӘҚҢӨҰҺӮ Հայկ Ձ Ա ሰላም ዓ கமல தமழ কমল গ ਸ ગ ತ త മ ස ខ မ བ ' +
    '國 国 龍 竜 ㄅ ㄆ 佐々木 﨑 髙 ヴー ゝ ｱｲ Ķengūrs Ģirts Ļina Ņē Źrebię Ćma Koń ĉĝĥĵŝŭ ŧŋ Ĺŕôä Ĳsbrand ĳ Mª Nº ſµ ẹọṣ ịụṅ ɓɗƙƴ ɖƒɣɔɛ ǎǐǒǔǚ ' +
    'ăằẳẵấẩẫẻẽểỉĩỏõốồổỗơớờởỡủưứừửỳỷỵ ێۆڕڵ ںڑ ڤړښځڼټډې ٻڄ ЃЌЅ ѣ ҳӣҷғҙҡ և აກଓᠮⵣᎠߒܐދꀀㅋ 𞤀',
).filter((letter, place, all) => letter !== ' ' || all[place - 1] !== ' ');

/** One ordinary text of each length that no boundary text has, together of all of {@link seldomLetters}. */
export const textsOfOtherLengths: readonly string[] = withLettersOf(
  Array.from({ length: mostCodePoints }, (_, index) => index + 1).filter((length) =>
    boundaryTexts.every((text) => Array.from(text).length !== length),
  ),
);

function withLettersOf(lengths: readonly number[]): readonly string[] {
  let from = 0;
  return lengths.map((length) => {
    const taken = takenForOthers.find((text) => Array.from(text).length === length);
    if (taken !== undefined) return taken;
    const letters = Array.from(
      { length },
      (_, place) => seldomLetters[(from + place) % seldomLetters.length],
    );
    from += length;
    return letters.join('').replace(/^ /, 'x').replace(/ $/, 'x');
  });
}

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
