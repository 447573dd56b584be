/** Derives the seed of each experiment from that of the run. */
import { createHash } from 'node:crypto';

/** The seed of one part of a run: the same for the same run seed and name, on every machine. */
export function derivedSeed(seed: number, name: string): number {
  return createHash('sha256').update(`${seed}:${name}`).digest().readInt32LE(0);
}
