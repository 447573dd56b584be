/** Finds known credentials, and revealing parts of them, in a text. */
import type { Span } from './view.ts';

/** Fewer characters of a credential reveal nothing about it. */
export const shortestPart = 8;
/** This many are revealing, even if they look like words. */
const revealingLength = 16;
const mostOfOneBeginning = 4;
const leastFilter = 1 << 13;
/** Of so many places in a filter, one is taken: then one in 16 characters needs a map lookup. */
const filterPerPlace = 16;
const radix = 0x01_00_01_93;
const highest = powerOf(radix, shortestPart - 1);

/** A part of a text that is a known credential, or a part of one. */
export interface KnownPart extends Span {
  readonly placeholder: string;
  readonly isWhole: boolean;
}

interface Known {
  readonly secret: string;
  readonly placeholder: string;
}

/** A place in a known credential. */
interface Place {
  readonly known: Known;
  readonly at: number;
}

/** A part of a text, and its place in the credential. */
interface Found extends Span {
  readonly place: Place;
}

/**
 * Finds known credentials and their parts, in any letter case. However many it knows, it looks at each character once:
 * at the hash of the last 8 of them.
 */
export class KnownParts {
  readonly #places = new Map<number, Place[]>();
  /** By the last bits of a hash: whether there may be such a place, so that map lookups are rare. */
  #filter = new Uint8Array(leastFilter);
  readonly #secrets = new Set<string>();

  /** From now on, `secret` is found. Returns whether it is new: false for a short one and for one known before. */
  add(secret: string, placeholder: string): boolean {
    if (secret.length < shortestPart || this.#secrets.has(secret)) return false;
    this.#secrets.add(secret);
    const known = { secret, placeholder };
    for (let at = 0; at + shortestPart <= secret.length; at += 1) {
      let hash = 0;
      for (let next = at; next < at + shortestPart; next += 1) hash = withNext(hash, codeAt(secret, next));
      this.#remember(hash, { known, at });
    }
    return true;
  }

  /** The known parts of a text, in order. Where one ends, another may have begun. */
  in(text: string): readonly KnownPart[] {
    if (this.#secrets.size === 0) return [];
    const found: KnownPart[] = [];
    const filter = this.#filter;
    const lastBits = filter.length - 1;
    let hash = 0;
    let begin = 0;
    for (let next = 0; next < text.length; next += 1) {
      if (next - begin >= shortestPart)
        hash = (hash - Math.imul(codeAt(text, next - shortestPart), highest)) | 0;
      hash = withNext(hash, codeAt(text, next));
      const from = next + 1 - shortestPart;
      if (from < begin || filter[hash & lastBits] === 0) continue;
      const part = this.#longestAt(text, from, hash);
      if (part === null) continue;
      if (isRevealing(part, text)) found.push(knownPartOf(part));
      begin = part.to + 1 - shortestPart;
      next = begin - 1;
      hash = 0;
    }
    return found;
  }

  #remember(hash: number, place: Place): void {
    const places = this.#places.get(hash);
    if (places === undefined) this.#rememberFirst(hash, place);
    else if (places.length < mostOfOneBeginning) places.push(place);
  }

  #rememberFirst(hash: number, place: Place): void {
    this.#places.set(hash, [place]);
    if (this.#places.size * filterPerPlace > this.#filter.length) {
      this.#filter = new Uint8Array(2 * this.#filter.length);
      for (const known of this.#places.keys()) this.#mark(known);
    } else this.#mark(hash);
  }

  #mark(hash: number): void {
    this.#filter[hash & (this.#filter.length - 1)] = 1;
  }

  #longestAt(text: string, from: number, hash: number): Found | null {
    let longest: Found | null = null;
    for (const place of this.#places.get(hash) ?? []) {
      const { secret } = place.known;
      let length = 0;
      while (
        place.at + length < secret.length &&
        from + length < text.length &&
        codeAt(secret, place.at + length) === codeAt(text, from + length)
      )
        length += 1;
      if (length >= shortestPart && from + length > (longest?.to ?? 0))
        longest = { from, to: from + length, place };
    }
    return longest;
  }
}

/**
 * Whether a part reveals something about the credential: all of it, letters of more than one case or digits, a long
 * part, or its beginning where the text was cut. `staging-` alone is not a secret.
 */
function isRevealing({ from, to, place: { known, at } }: Found, text: string): boolean {
  const part = known.secret.slice(at, at + to - from);
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(part)).length;
  return (
    kinds > 1 ||
    part.length >= Math.min(revealingLength, known.secret.length) ||
    (at === 0 && text[to] === '…')
  );
}

function knownPartOf({ from, to, place: { known } }: Found): KnownPart {
  return { from, to, placeholder: known.placeholder, isWhole: to - from === known.secret.length };
}

function withNext(hash: number, code: number): number {
  return (Math.imul(hash, radix) + code) | 0;
}

/** The code of a character, ASCII capitals as lower case. */
function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code > 0x40 && code < 0x5b ? code + 0x20 : code;
}

function powerOf(factor: number, times: number): number {
  let power = 1;
  for (let time = 0; time < times; time += 1) power = Math.imul(power, factor);
  return power;
}
