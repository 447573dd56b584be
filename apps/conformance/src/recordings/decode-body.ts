/** Undoes the compression of recorded bodies. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

const longestDecoded = 8 * 1024 * 1024;

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * The bytes before they were compressed, or why that cannot be undone.
 *
 * @param encoding - the header Content-Encoding
 */
export function decodeBody(bytes: Buffer, encoding: string | undefined): Buffer | { readonly why: string } {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  let decoded = bytes;
  for (const name of names.filter((one) => one !== '' && one !== 'identity').toReversed()) {
    const decode = decoders[name];
    if (decode === undefined) return { why: `its encoding is \`${name}\`` };
    try {
      decoded = decode(decoded, { maxOutputLength: longestDecoded });
    } catch {
      return { why: `it cannot be decoded as \`${name}\`` };
    }
  }
  return decoded;
}
