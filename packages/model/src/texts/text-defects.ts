/** Ways in which servers are known to mangle a name or label, each under the name of its defect. */
export const textDefects = {
  'text is cut at 32 characters': (text) => firstCharacters(text, 32),
  'text is cut at 49 characters': (text) => firstCharacters(text, 49),
  'text is cut at 50 bytes': (text) => new TextDecoder().decode(new TextEncoder().encode(text).slice(0, 50)),
  'text is cut at 50 UTF-16 units': (text) => text.slice(0, 50),
  'letters outside ASCII are lost': (text) => text.replaceAll(/[^ -~]/gu, '?'),
  'letters outside Latin-1 are lost': (text) => text.replaceAll(/[^ -ÿ]/gu, '?'),
  'letters outside the basic plane are lost': (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '�'),
  'UTF-8 is read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'accents are taken away': (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  'letters are written in their compatibility form': (text) => text.normalize('NFKC'),
  'text becomes lower case': (text) => text.toLowerCase(),
  'apostrophes are escaped': (text) => text.replaceAll("'", '&#39;'),
  'hyphens are taken away': (text) => text.replaceAll('-', ''),
  'only the first word is kept': (text) => text.split(' ')[0] ?? '',
} satisfies Readonly<Record<string, (text: string) => string>>;

function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}
