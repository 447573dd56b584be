/** Keeps the readable part of decoded bytes. */
import { ViewBuilder, type View } from './view.ts';

/** Fewer characters in a row reveal nothing. */
export const shortestText = 8;

/** Control characters that occur in text; every second byte of UTF-16 is NUL. */
const textControls = new Set([0x00, 0x09, 0x0a, 0x0d]);
/** By each byte: whether it is readable. */
const readable = Uint8Array.from({ length: 0x1_00 }, (_, byte) =>
  (byte >= 0x20 && byte <= 0x7e) || textControls.has(byte) ? 1 : 0,
);

/** Whether a byte may be a part of a text. */
export function isReadable(byte: number): boolean {
  return readable[byte] === 1;
}

/** Keeps the readable part of decoded bytes: text that was never encoded leaves next to nothing. */
export class ReadableBytes {
  readonly #parent: View;
  #builder: ViewBuilder | null = null;
  /** The last bytes while they are too few to reveal anything. */
  readonly #bytes = new Uint8Array(shortestText);
  readonly #from = new Int32Array(shortestText);
  readonly #to = new Int32Array(shortestText);
  #length = 0;

  /** @param parent - what is decoded */
  constructor(parent: View) {
    this.#parent = parent;
  }

  /** Adds a byte that is written from `from` up to `to` in the parent. */
  put(byte: number, from: number, to: number): void {
    if (!isReadable(byte)) {
      this.#length = 0;
      return;
    }
    if (this.#length >= shortestText) {
      this.#builder?.put(byte, from, to);
      return;
    }
    this.#bytes[this.#length] = byte;
    this.#from[this.#length] = from;
    this.#to[this.#length] = to;
    this.#length += 1;
    if (this.#length === shortestText) this.#begin();
  }

  /** What comes next does not continue what came last. */
  end(): void {
    this.#length = 0;
  }

  /** All that is readable; null if nothing is. */
  get view(): View | null {
    return this.#builder?.view ?? null;
  }

  #begin(): void {
    this.#builder ??= new ViewBuilder(this.#parent);
    this.#builder.gap(this.#from[0] ?? 0);
    for (let at = 0; at < shortestText; at += 1)
      this.#builder.put(this.#bytes[at] ?? 0, this.#from[at] ?? 0, this.#to[at] ?? 0);
  }
}
