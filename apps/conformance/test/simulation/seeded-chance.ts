/** Randomness from a seed. */
import crypto, { createHash, type UUID } from 'node:crypto';

/** Generating many bytes at once costs little more than a few. */
const blockBytes = 4096;

/** Bytes, uuids and numbers drawn from a seed, one after the other. */
export class Chance {
  readonly #seed: number;
  #blocks = 0;
  #left = Buffer.alloc(0);

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** This many bytes. */
  bytes(size: number): Buffer {
    while (this.#left.length < size) this.#left = Buffer.concat([this.#left, this.#block()]);
    const taken = Buffer.from(this.#left.subarray(0, size));
    this.#left = this.#left.subarray(size);
    return taken;
  }

  #block(): Buffer {
    this.#blocks += 1;
    return createHash('shake256', { outputLength: blockBytes })
      .update(`${this.#seed} ${this.#blocks}`)
      .digest();
  }

  /** A number from 0 to below 1. */
  number(): number {
    return this.bytes(6).readUIntBE(0, 6) / 2 ** 48;
  }

  /** A random uuid (version 4). */
  uuid(): UUID {
    const hex = this.bytes(16).toString('hex');
    const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

/**
 * From here on, `Math.random`, random bytes and uuids come from the seed; `syncBuiltinESMExports` must follow.
 *
 * @returns a function that restores the originals
 */
export function seededChance(seed: number): () => void {
  const { randomUUID, randomBytes } = crypto;
  const { random } = Math;
  const chance = new Chance(seed);
  const seeded = { randomUUID: () => chance.uuid(), randomBytes: (size: number) => chance.bytes(size) };
  Object.assign(crypto, seeded);
  Object.assign(globalThis.crypto, { randomUUID: seeded.randomUUID });
  Math.random = () => chance.number();
  return () => {
    Object.assign(crypto, { randomUUID, randomBytes });
    Reflect.deleteProperty(globalThis.crypto, 'randomUUID');
    Math.random = random;
  };
}
