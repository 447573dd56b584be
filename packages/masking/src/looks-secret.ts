/** Finds credentials by their form or by the name of their field, known or not. */
import type { Span } from './view.ts';

/** Shown instead of the value of a header or field whose name says that it grants access. */
export const notShown = '<not shown>';
/** Shown instead of an unknown JWT. */
export const aJwt = '<a JWT>';

const secretName =
  /^(?:set-cookie2?|cookie2?|(?:proxy-|x-)?authorization|last_token|(?:.*[-_])?(?:api[-_]?key|(?:auth|access|refresh|session|csrf|xsrf|id)[-_]?token|client[-_]?secret|secret|jwt[-_]assertion)|.*passw(?:or)?d)$/i;
const members = /"([\w-]{6,40})"\s{0,8}:\s{0,8}(?=["[{\d-])/g;
const headerLines = /(?:^|\n)([\w-]{6,40})[ \t]?:[ \t]*(?=\S)/g;
/** Looks for the sign and then for the name: of the two, the sign is rare. */
const parameters = /(?<=(?<![\w-])([\w-]{6,40}))=(?=[^\s&;,"'<>])/g;
const literalAt = /true|false|null|-?\d[\d.eE+-]*/y;
const colonAt = /\s{0,8}:/y;
const endOfParameter = /[\s&;,#"'<>…]|$/g;
/** Between the user of an address and its host. */
const passwordInAddress = /:\/\/[^\s/?#@:"'<>]{0,200}:([^\s/?#@"'<>]{1,200})@/dg;
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

/** Whether a text only stands in for a credential. */
export function isStandIn(text: string): boolean {
  return text === '' || standIn.test(text);
}

/**
 * The values of JSON members, header lines and parameters whose names say that they grant access, and passwords in
 * addresses.
 */
export function namedSecretsIn(text: string): readonly Span[] {
  const found = [...secretMembersIn(text), ...secretParametersIn(text)];
  for (const { indices } of text.matchAll(passwordInAddress)) {
    const [from, to] = indices?.[1] ?? [0, 0];
    found.push({ from, to });
  }
  for (const { 0: before, 1: name = '', index } of text.matchAll(headerLines)) {
    if (!isSecretName(name) || name === 'last_token') continue;
    const from = index + before.length;
    const end = /[\r\n]|$/.exec(text.slice(from, from + longestLine))?.index ?? 0;
    found.push({ from, to: from + end });
  }
  return found.filter(({ from, to }) => !isStandIn(text.slice(from, to)));
}

function secretMembersIn(text: string): readonly Span[] {
  const found: Span[] = [];
  let after = 0;
  for (const { 0: before, 1: name = '', index } of text.matchAll(members)) {
    if (index < after || !isSecretName(name)) continue;
    after = valuesAt(text, index + before.length, found);
  }
  return found;
}

function secretParametersIn(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const { 1: name = '', index } of text.matchAll(parameters)) {
    if (!isSecretName(name)) continue;
    const from = index + 1;
    endOfParameter.lastIndex = from;
    found.push({ from, to: endOfParameter.exec(text)?.index ?? text.length });
  }
  return found;
}

/**
 * Finds the texts and numbers of the JSON value at a place, at any depth, without quotation marks and even if the end
 * was cut off. Returns where the value ends.
 */
function valuesAt(text: string, at: number, found: Span[]): number {
  let depth = 0;
  for (let next = at; next < text.length; next += 1) {
    const one = text[next] ?? '';
    if (one === '"') {
      const { from, to } = stringAt(text, next);
      const isCut = text[to] !== '"';
      if (depth === 0 || isCut || !isName(text, to + 1)) found.push({ from, to });
      if (isCut) return to;
      next = to;
    } else if ('[{'.includes(one)) depth += 1;
    else if (']}'.includes(one)) depth -= 1;
    else if (!/[\s,:]/.test(one)) {
      literalAt.lastIndex = next;
      const literal = literalAt.exec(text)?.[0] ?? '';
      if (literal === '') return next;
      if (!/[a-z]$/.test(literal)) found.push({ from: next, to: next + literal.length });
      next += literal.length - 1;
    }
    if (depth <= 0) return next + 1;
  }
  return text.length;
}

function isName(text: string, after: number): boolean {
  colonAt.lastIndex = after;
  return colonAt.test(text);
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
