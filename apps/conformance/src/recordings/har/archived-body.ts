/** Reads the bodies of an HTTP archive that are complete. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { isRecord } from '@outreach-api/model/records/is-record';
import { decodeBody } from '../decode-body.ts';
import type { PassingBody } from '../passing-exchange.ts';
import { isStandIn } from '../stand-in.ts';
import type { ArchiveEntry } from './archive.ts';

type Headers = Readonly<Record<string, string>>;

const none: PassingBody = { kind: 'none' };
const cut: PassingBody = { kind: 'unknown', why: 'the body was cut' };
const missing: PassingBody = { kind: 'unknown', why: 'the archive leaves the body out' };
const encoded: PassingBody = {
  kind: 'unknown',
  why: 'the archive holds it in an encoding that it does not name',
};
const untyped: PassingBody = { kind: 'unknown', why: 'the archive hides its `Content-Type`' };

/** The body of a request. */
export function archivedRequestBody({ method, request }: ArchiveEntry, headers: Headers): PassingBody {
  const { postData, bodySize } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (isRecord(postData) && typeof postData['text'] === 'string') {
    // Playwright also writes an empty text if it leaves the body out.
    if (postData['text'] === '') return bodySize === 0 && !(length > 0) ? none : missing;
    return isTypeHidden(headers) ? untyped : bodyIn(postData, headers);
  }
  // Chromium also reports a size of 0 if it could not read the body.
  const isTyped =
    (method === 'POST' || method === 'PUT') && 'content-type' in headers && headers['content-length'] !== '0';
  const isSized = typeof bodySize === 'number' && bodySize > 0;
  const mayHaveBeen =
    isRecord(postData) || isSized || length > 0 || isTyped || 'transfer-encoding' in headers;
  return mayHaveBeen ? missing : none;
}

/** The body of an answer. */
export function archivedAnswerBody({ response, method }: ArchiveEntry, headers: Headers): PassingBody {
  const { content, status } = response;
  if (!isRecord(content)) return missing;
  const { text, size } = content;
  const isEmpty = status === 204 || status === 304 || method === 'HEAD' || headers['content-length'] === '0';
  if (typeof text !== 'string') return isEmpty ? none : missing;
  if (text === '') return isEmpty || size === 0 ? none : missing;
  return isTypeHidden(headers) ? untyped : bodyIn(content, headers);
}

function isTypeHidden(headers: Headers): boolean {
  const type = headers['content-type'];
  return type !== undefined && isStandIn(type);
}

/** A body, unless what made the archive has changed it. */
function bodyIn(recorded: Readonly<Record<string, unknown>>, headers: Headers): PassingBody {
  if (isMarkedAsCut(recorded)) return cut;
  const text = textIn(recorded, headers['content-encoding']);
  if (text === null) return encoded;
  return isCut(text, recorded, headers) ? cut : { kind: 'text', text };
}

/** Whether a comment says that a body is incomplete; writers of archives use several words for it. */
function isMarkedAsCut({ comment }: Readonly<Record<string, unknown>>): boolean {
  return typeof comment === 'string' && /\b(?:cut|truncated|not included)\b/i.test(comment);
}

/** Whether the archive holds less than was sent. */
function isCut(
  text: string,
  { size, compression }: Readonly<Record<string, unknown>>,
  headers: Headers,
): boolean {
  // If credentials were removed, a text may have become shorter: then it says so itself.
  if (text.includes('$OUTREACH_')) return false;
  const bytes = Buffer.byteLength(text);
  const length = 'content-encoding' in headers ? Number.NaN : Number(headers['content-length'] ?? Number.NaN);
  if (bytes < length) return true;
  if (bytes === length) return false;
  // The beginning of an object or a list is no JSON; sizes are counted in several ways, some twice.
  if (/^\s*[{[]/.test(text)) return parsedJson(text) === undefined && !/[}\]]\s*$/.test(text);
  // Compression may make a small body larger: mitmproxy reports by how much.
  const grown = typeof compression === 'number' ? Math.max(0, -compression) : 0;
  return typeof size === 'number' && bytes < size - grown;
}

/** The text of a body; null if the archive holds bytes that are none. */
function textIn(
  { text, encoding }: Readonly<Record<string, unknown>>,
  contentEncoding: string | undefined,
): string | null {
  const recorded = String(text);
  const isBase64 = typeof encoding === 'string' && encoding.trim().toLowerCase() === 'base64';
  if (isBase64) return textOf(Buffer.from(recorded, 'base64'), contentEncoding);
  if (parsedJson(recorded) !== undefined) return recorded;
  if (notText.test(recorded)) return null;
  if (recorded.length < shortestBase64 || notBase64.test(recorded)) return recorded;
  // Some leave out that it is base64: what is JSON afterwards was nothing else.
  const decoded = textOf(Buffer.from(recorded, 'base64'), contentEncoding);
  return decoded !== null && parsedJson(decoded) !== undefined ? decoded : null;
}

/** Bytes that were read as text. */
// oxlint-disable-next-line no-control-regex
const notText = /[\u0000-\u0008\u000E-\u001F\uFFFD]/;
const notBase64 = /[^\w+/=\s-]/;
/** Anything shorter may be a word. */
const shortestBase64 = 16;

/** The text in bytes, which may still be compressed; null if it is none. */
function textOf(bytes: Buffer, contentEncoding: string | undefined): string | null {
  const asIs = strictUtf8(bytes);
  if (asIs !== null) return asIs;
  for (const encoding of [contentEncoding, 'gzip', 'zstd']) {
    const decoded = decodeBody(bytes, encoding);
    const text = 'why' in decoded ? null : strictUtf8(decoded);
    if (text !== null) return text;
  }
  return null;
}

function strictUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
