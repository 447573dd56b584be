/** Finds credentials by their form or by the name of their field, known or not. */
import type { Span } from './view.ts';

/** Shown instead of the value of a header or field whose name says that it grants access. */
export const notShown = '<not shown>';
/** Shown instead of an unknown JWT. */
export const aJwt = '<a JWT>';

const secretName =
  /^(?:set-cookie2?|cookie2?|(?:proxy-|x-)?authorization|last_token|(?:.*[-_])?(?:api[-_]?key|(?:auth|access|refresh|session|csrf|xsrf|id)[-_]?token|client[-_]?secret|secret|password|jwt[-_]assertion))$/i;
const members = /"([\w-]{6,40})"\s{0,8}:\s{0,8}(?=["[])/g;
const headerLines = /(?:^|\n)([\w-]{6,40})[ \t]?:[ \t]*(?=\S)/g;
const segments = /[A-Za-z0-9_-]+/g;
const anotherSegment = /[A-Za-z0-9_-]*/y;
const shortestHeader = 11;
const longestLine = 16 * 1024;
/** A placeholder for a credential: of a shell that takes it from the environment, or of an earlier masking. */
const standIn = /^(?:(?:[A-Za-z]+ )?\$OUTREACH_[A-Z_]+|<[A-Za-z ]+>)$/;

/** Whether the name of a header, or of a field, says that its value grants access. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** What looks like a JWT: two or three parts of base64url between full stops, the first a JSON object. */
export function jwtsIn(text: string): readonly Span[] {
  if (!text.includes('eyJ')) return [];
  const found: Span[] = [];
  let after = 0;
  for (const { 0: segment, index } of text.matchAll(segments)) {
    if (index < after || text[index + segment.length] !== '.') continue;
    const begin = segment.indexOf('eyJ');
    if (begin === -1 || segment.length - begin < shortestHeader) continue;
    const payload = endOfPart(text, index + segment.length + 1);
    after = text[payload] === '.' ? endOfPart(text, payload + 1) : payload;
    found.push({ from: index + begin, to: after });
  }
  return found;
}

/** The values of JSON members and header lines whose names say that they grant access. */
export function namedSecretsIn(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const { 0: before, 1: name = '', index } of text.matchAll(members))
    if (isSecretName(name)) found.push(...stringsAt(text, index + before.length));
  for (const { 0: before, 1: name = '', index } of text.matchAll(headerLines)) {
    if (!isSecretName(name) || name === 'last_token') continue;
    const from = index + before.length;
    const end = /[\r\n]|$/.exec(text.slice(from, from + longestLine))?.index ?? 0;
    found.push({ from, to: from + end });
  }
  return found.filter(({ from, to }) => to > from && !standIn.test(text.slice(from, to)));
}

/** The text at a place, or those in the list there: without their quotation marks, even if the end was cut off. */
function stringsAt(text: string, at: number): readonly Span[] {
  if (text[at] === '"') return [stringAt(text, at)];
  const found: Span[] = [];
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] === '"') {
      const one = stringAt(text, next);
      found.push(one);
      next = one.to;
    } else if (!/[\s,]/.test(text[next] ?? '')) break;
  }
  return found;
}

function stringAt(text: string, quote: number): Span {
  let to = quote + 1;
  while (to < text.length && text[to] !== '"' && text[to] !== '\n' && text[to] !== '…')
    to += text[to] === '\\' ? 2 : 1;
  return { from: quote + 1, to: Math.min(to, text.length) };
}

function endOfPart(text: string, from: number): number {
  anotherSegment.lastIndex = from;
  return from + (anotherSegment.exec(text)?.[0].length ?? 0);
}
