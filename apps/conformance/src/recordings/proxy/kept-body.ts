/** What is kept of a body that streams through. */
import { decodeBody } from '../decode-body.ts';
import type { PassingBody } from '../passing-exchange.ts';

const longestKept = 1024 * 1024;

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
    const bytes = decodeBody(Buffer.concat(this.#chunks), encoding);
    if ('why' in bytes) return { kind: 'unknown', why: bytes.why };
    return bytes.length === 0 ? { kind: 'none' } : { kind: 'text', text: bytes.toString('utf8') };
  }
}
