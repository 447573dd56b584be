/** Undoes the compression of recorded bodies. */
import { codingsOf, decoders } from '@outreach-api/wire/content-coding';

const longestDecoded = 8 * 1024 * 1024;

/**
 * The bytes before they were compressed, or why that cannot be undone.
 *
 * @param encoding - the header Content-Encoding
 */
export function decodeBody(bytes: Buffer, encoding: string | undefined): Buffer | { readonly why: string } {
  let decoded = bytes;
  for (const name of codingsOf(encoding)) {
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
