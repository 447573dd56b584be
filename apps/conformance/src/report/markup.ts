/** HTML and XML as text in which whatever is put in is escaped. */
/** Text that is HTML or XML already. */
export interface Markup {
  readonly markup: string;
}

/** What can be put into {@link markup}: text is escaped, markup is taken as it is, lists are joined. */
export type Piece = string | number | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Nothing at all. */
export const nothing: Markup = { markup: '' };

/**
 * A template tag: HTML or XML with values put in. Text is escaped so that it is safe between tags and in quoted
 * attributes; characters that XML does not know are shown as their pictures.
 */
export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { markup: String.raw({ raw: parts }, ...pieces.map(writtenOf)) };
}

/** Pieces of markup, one a line. */
export function lines(pieces: readonly Markup[]): Markup {
  return { markup: pieces.map((piece) => piece.markup).join('\n') };
}

function writtenOf(piece: Piece): string {
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece));
  if ('markup' in piece) return piece.markup;
  return piece.map((one) => one.markup).join('');
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, pictureOf)
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
}

/** The picture of a control character, e.g. `␀`. */
function pictureOf(control: string): string {
  const code = control.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x24_00 + code) : '\uFFFD';
}
