/** Reads the bodies of an HTTP archive that are complete. */
import { isRecord } from '../../records/is-record.ts';
import type { PassingBody } from '../passing-exchange.ts';
import type { ArchiveEntry } from './archive.ts';

type Headers = Readonly<Record<string, string>>;

const none: PassingBody = { kind: 'none' };
const cut: PassingBody = { kind: 'unknown', why: 'the body was cut' };
const missing: PassingBody = { kind: 'unknown', why: 'the archive leaves the body out' };

/** The body of a request. */
export function archivedRequestBody({ method, request }: ArchiveEntry, headers: Headers): PassingBody {
  const { postData, bodySize } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (isRecord(postData) && typeof postData['text'] === 'string') {
    if (isCut(postData)) return cut;
    // Playwright also writes an empty text if it leaves the body out.
    if (postData['text'] === '') return bodySize === 0 && !(length > 0) ? none : missing;
    return { kind: 'text', text: decoded(postData['text'], postData['encoding']) };
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
  const { text, encoding, size, compression } = content;
  const isEmpty = status === 204 || status === 304 || method === 'HEAD' || headers['content-length'] === '0';
  if (typeof text !== 'string') return isEmpty ? none : missing;
  const whole = decoded(text, encoding);
  if (whole === '') return isEmpty || size === 0 ? none : missing;
  if (isCut(content)) return cut;
  // Compression may make a small body larger: mitmproxy reports by how much.
  const grown = typeof compression === 'number' ? Math.max(0, -compression) : 0;
  // If credentials were removed, a text may have become shorter: then the comment says so.
  const isShorter =
    typeof size === 'number' && !whole.includes('$OUTREACH_') && Buffer.byteLength(whole) < size - grown;
  return isShorter ? cut : { kind: 'text', text: whole };
}

/** Whether a comment says that a body is incomplete; writers of archives use several words for it. */
function isCut({ comment }: Readonly<Record<string, unknown>>): boolean {
  return typeof comment === 'string' && /\b(?:cut|truncated|not included)\b/i.test(comment);
}

function decoded(text: string, encoding: unknown): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}
