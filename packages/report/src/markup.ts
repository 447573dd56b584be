/** HTML and XML as text in which whatever is inserted is escaped. */
import { harmless, withoutCommands } from '@outreach-api/masking/harmless-text';

/** Text that is HTML or XML already. */
export interface Markup {
  readonly markup: string;
}

/** What can be inserted into {@link markup}: text is escaped, markup is taken as it is, lists are joined. */
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
 * A template tag: HTML or XML with inserted values. Text is escaped so that it is safe between tags and in quoted
 * attributes; characters that take effect without being seen, and those that XML does not allow, are shown as escapes.
 */
export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { markup: String.raw({ raw: parts }, ...pieces.map(writtenOf)) };
}

/** Pieces of markup, one per line. */
export function lines(pieces: readonly Markup[]): Markup {
  return { markup: pieces.map((piece) => piece.markup).join('\n') };
}

function writtenOf(piece: Piece): string {
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece));
  if ('markup' in piece) return piece.markup;
  return piece.map((one) => one.markup).join('');
}

function escaped(text: string): string {
  const written = harmless(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
  return withoutCommands(written, (character) => `&#${character.charCodeAt(0)};`);
}
