/** Undoes the ways to write a character by its number or its name: in URLs, JSON, programs, HTML and mail. */
import { ViewBuilder, type Decoder, type View } from './view.ts';

/** How much of the text next to an escape is read together with it. */
const context = 64;

/** HTML names of characters that credentials are made of, or are next to. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  ast: '*',
  apos: "'",
  colon: ':',
  comma: ',',
  commat: '@',
  dash: '-',
  dollar: '$',
  equals: '=',
  excl: '!',
  gt: '>',
  hyphen: '-',
  lbrace: '{',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lt: '<',
  nbsp: ' ',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rcub: '}',
  rpar: ')',
  semi: ';',
  sol: '/',
  tab: '\t',
  tilde: '~',
  underbar: '_',
  verbar: '|',
};

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const escapes =
  /%[0-9a-f]{2}|\\(?:u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|x[0-9a-f]{2}|[0-7]{3}|[^])|&(?:#x0*[0-9a-f]{1,6}|#0*\d{1,7}|[a-z]{2,8});?/gi;
const softened = /=(?:[0-9a-f]{2}|\r?\n)/gi;
// Only beyond U+00FF: bytes of another encoding, read as characters, are not mistaken for these.
const unseen = /(?:(?![\0-\u00FF])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}])+/gu;
const everySecondNothing = /(?:[^\0]\0){8,}[^\0]?/g;

/** Percent-encoding, the escapes of JSON and of programs, and HTML entities, also mixed. */
export const unescaped: Decoder = (view) => rewritten(view, escapes, characterOf);

/** Quoted-printable, as used in mail. */
export const quotedPrintable: Decoder = (view) =>
  rewritten(view, softened, (escape) =>
    escape.endsWith('\n') ? '' : String.fromCodePoint(Number.parseInt(escape.slice(1), 16)),
  );

/** The text without invisible characters that were inserted. */
export const withoutUnseen: Decoder = (view) => rewritten(view, unseen, () => '');

/** ASCII in UTF-16, read a byte at a time. */
export const utf16: Decoder = (view) => {
  if (!view.text.includes('\0')) return null;
  const builder = new ViewBuilder(view);
  for (const { 0: text, index } of view.text.matchAll(everySecondNothing)) {
    builder.gap(index);
    for (let at = 0; at < text.length; at += 2) builder.copy(index + at, index + at + 1);
  }
  return builder.view;
};

/** The view with each match replaced, as far as there is anything near one. */
function rewritten(view: View, pattern: RegExp, replacement: (match: string) => string | null): View | null {
  const { text } = view;
  const builder = new ViewBuilder(view);
  let done = 0;
  let isAny = false;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const put = replacement(match);
    if (put === null) continue;
    const next = index + match.length;
    if (index - done > 2 * context) {
      if (isAny) builder.copy(done, done + context);
      builder.gap(index - context);
      builder.copy(index - context, index);
    } else builder.copy(done, index);
    if (put !== '') builder.put(put.charCodeAt(0), index, next);
    done = next;
    isAny = true;
  }
  if (!isAny) return null;
  builder.copy(done, Math.min(text.length, done + context));
  return builder.view;
}

/** What an escape stands for; null if it is none. */
function characterOf(escape: string): string | null {
  if (escape.startsWith('%')) return fromCode(escape.slice(1), 16);
  if (escape.startsWith('\\')) return escaped(escape.slice(1));
  const name = escape.slice(1).replace(/;$/, '').toLowerCase();
  if (name.startsWith('#x')) return fromCode(name.slice(2), 16);
  if (name.startsWith('#')) return fromCode(name.slice(1), 10);
  return named[name] ?? null;
}

function escaped(rest: string): string {
  if (rest.startsWith('u{')) return fromCode(rest.slice(2, -1), 16);
  if (/^[ux]./i.test(rest)) return fromCode(rest.slice(1), 16);
  if (/^[0-7]{3}/.test(rest)) return fromCode(rest, 8);
  return controls[rest] ?? rest;
}

function fromCode(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  return code > 0xff_ff ? '\uFFFD' : String.fromCodePoint(code);
}
