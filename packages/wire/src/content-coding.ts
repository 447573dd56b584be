/** Undoes the content codings of bodies (RFC 9110, 8.4.1). */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** By the name of the coding, in lower case. */
export const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateEither,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * The codings that a body is to be decoded from, the last applied first.
 *
 * @param header - the header `content-encoding`
 */
export function codingsOf(header = ''): readonly string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .toReversed();
}

const zlibMethod = 8;

/** Some servers send `deflate` without the header of zlib that RFC 9110 requires, and all clients read it. */
function inflateEither(body: Buffer, options: { readonly maxOutputLength: number }): Buffer {
  const hasHeader = ((body[0] ?? 0) & 0x0f) === zlibMethod;
  return hasHeader ? inflateSync(body, options) : inflateRawSync(body, options);
}
