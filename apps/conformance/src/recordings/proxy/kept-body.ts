/** What is kept of a body that streams through. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { PassingBody } from '../passing-exchange.ts';

const longestKept = 1024 * 1024;
const longestDecoded = 8 * 1024 * 1024;

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Keeps the bytes of a body that streams through, up to 1 MB. */
export class KeptBody {
  #chunks: Buffer[] = [];
  #length = 0;
  #isWhole = false;

  /** How many bytes are kept. */
  get keptBytes(): number {
    return this.#chunks.length === 0 ? 0 : this.#length;
  }

  /** Keeps a chunk. */
  add(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length <= longestKept) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** The whole body has arrived. */
  end(): void {
    this.#isWhole = true;
  }

  /**
   * The body as text.
   *
   * @param encoding - the header Content-Encoding
   */
  decoded(encoding: string | undefined): PassingBody {
    if (!this.#isWhole) return { kind: 'unknown', why: 'the connection was lost before its end' };
    if (this.#length === 0) return { kind: 'none' };
    if (this.#length > longestKept) return { kind: 'unknown', why: 'it has more than 1 MB' };
    const names = (encoding ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim());
    let bytes: Buffer = Buffer.concat(this.#chunks);
    for (const name of names.filter((one) => one !== '' && one !== 'identity').toReversed()) {
      const decode = decoders[name];
      if (decode === undefined) return { kind: 'unknown', why: `its encoding is \`${name}\`` };
      try {
        bytes = decode(bytes, { maxOutputLength: longestDecoded });
      } catch {
        return { kind: 'unknown', why: `it cannot be decoded as \`${name}\`` };
      }
    }
    return bytes.length === 0 ? { kind: 'none' } : { kind: 'text', text: bytes.toString('utf8') };
  }
}
