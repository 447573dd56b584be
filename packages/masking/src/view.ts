/** A text as it reads once something in it is decoded, with the place of each character in the original text. */

/** A text as it reads once something in it is decoded; the original text is the first view of itself. */
export interface View {
  readonly text: string;
  /** Where each character begins in the original text; null if that is at its own place. */
  readonly starts: Int32Array | null;
  /** Where each character ends in the original text. */
  readonly ends: Int32Array | null;
}

/** A part of a text: from a place up to, but not including, another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Finds what is written in one encoding in a view, and decodes it; null if there is nothing. */
export type Decoder = (view: View) => View | null;

/** The view of an original text. */
export function viewOf(text: string): View {
  return { text, starts: null, ends: null };
}

/** The part of the original text in which a part of a view is written. */
export function spanIn({ starts, ends }: View, { from, to }: Span): Span {
  return { from: starts?.[from] ?? from, to: ends?.[to - 1] ?? to };
}

/** Most decoders find nothing to decode: they allocate nothing. */
const noCodes = new Uint16Array(0);
const noPlaces = new Int32Array(0);
const leastCharacters = 256;

/** Builds a view, character by character. */
export class ViewBuilder {
  readonly #parent: View;
  #codes = noCodes;
  #starts = noPlaces;
  #ends = noPlaces;
  #length = 0;

  /** @param parent - what is decoded */
  constructor(parent: View) {
    this.#parent = parent;
  }

  /** Adds a character that is written from `from` up to `to` in the parent. */
  put(code: number, from: number, to: number): void {
    if (this.#length === this.#codes.length) this.#grow();
    const { starts, ends } = this.#parent;
    this.#codes[this.#length] = code;
    this.#starts[this.#length] = starts === null ? from : (starts[from] ?? from);
    this.#ends[this.#length] = ends === null ? to : (ends[to - 1] ?? to);
    this.#length += 1;
  }

  /** Adds a part of the parent unchanged. */
  copy(from: number, to: number): void {
    for (let at = from; at < to; at += 1) this.put(this.#parent.text.charCodeAt(at), at, at + 1);
  }

  /** What comes next does not continue what came last. */
  gap(at: number): void {
    if (this.#length > 0) this.put(0x0a, at, at + 1);
  }

  /** The view; null if nothing was added. */
  get view(): View | null {
    if (this.#length === 0) return null;
    const codes = Buffer.from(this.#codes.buffer, 0, this.#length * 2);
    return { text: codes.toString('utf16le'), starts: this.#starts, ends: this.#ends };
  }

  #grow(): void {
    const [codes, starts, ends] = [this.#codes, this.#starts, this.#ends];
    const length = Math.max(leastCharacters, codes.length * 2);
    this.#codes = new Uint16Array(length);
    this.#starts = new Int32Array(length);
    this.#ends = new Int32Array(length);
    this.#codes.set(codes);
    this.#starts.set(starts);
    this.#ends.set(ends);
  }
}
