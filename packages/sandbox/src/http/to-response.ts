/** Turns an answer into an HTTP response: JSON text, headers, encoding and transfer as the dialect specifies. */
import { gzipSync } from 'node:zlib';
import type { Answer, AnswerBody } from '../answer.ts';
import type { Dialect } from '../dialect/dialect.ts';

/** Answers are small and stay on the machine. */
const quickly = { level: 1, memLevel: 4, windowBits: 12 };

/** The response; `acceptEncoding` is the request's, `now` the time for the header Date. */
export function toResponse(
  answer: Answer,
  dialect: Dialect,
  acceptEncoding: string | null,
  now: number,
): Response {
  const headers = new Headers(answer.headers);
  if (dialect.dateHeader === 'sent') headers.set('date', new Date(now).toUTCString());
  if (dialect.connection === 'close') headers.set('connection', 'close');
  const bytes = bodyBytes(answer.body, dialect);
  const bodiless = answer.status === 204 || answer.status === 205 || answer.status === 304;
  if (bytes === null || bodiless) return new Response(null, { status: answer.status, headers });
  const type = contentType(answer.body, dialect);
  if (type !== null) headers.set('content-type', type);
  const zipped = dialect.compression === 'gzip' && /\bgzip\b/.test(acceptEncoding ?? '');
  if (zipped) headers.set('content-encoding', 'gzip');
  const sent = zipped ? new Uint8Array(gzipSync(bytes, quickly)) : bytes;
  if (dialect.transfer === 'chunked') return new Response(inChunks(sent), { status: answer.status, headers });
  headers.set('content-length', String(sent.length));
  return new Response(sent, { status: answer.status, headers });
}

function bodyBytes(body: AnswerBody, dialect: Dialect): Uint8Array<ArrayBuffer> | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'bytes':
      return new Uint8Array(body.bytes);
    case 'text':
      return new TextEncoder().encode(body.text);
    case 'json':
    default:
      return new TextEncoder().encode(jsonText(body.value, dialect.jsonText));
  }
}

function jsonText(value: unknown, form: Dialect['jsonText']): string {
  if (form === 'indented') return `${JSON.stringify(value, null, 2)}\n`;
  const text = JSON.stringify(value);
  if (form === 'compact') return text;
  return text
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function contentType(body: AnswerBody, dialect: Dialect): string | null {
  if (body.kind === 'text' || body.kind === 'bytes') return body.type;
  if (body.kind === 'json' && body.type !== undefined) return body.type;
  return {
    plain: 'application/json',
    charset: 'application/json; charset=utf-8',
    'upper-case': 'Application/JSON; Charset=UTF-8',
  }[dialect.jsonContentType];
}

// Uneven chunks: a client that takes the first chunk for the whole must fail visibly.
function inChunks(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  let size = 7;
  return new ReadableStream({
    pull: (controller) => {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size));
      at += size;
      size *= 5;
      if (at >= bytes.length) controller.close();
    },
  });
}
