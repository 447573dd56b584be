/** Reads the recorded reasons why mutants break nothing, or are missed (`reasons.json`). */
import { readFileSync } from 'node:fs';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Mutant } from './mutants-of.ts';

const kinds = ['equivalent', 'free', 'missed'] as const;

/** Why some mutants break nothing; fields that are not set match anything. */
export interface Reason {
  /** The end of the path of the file. */
  readonly file: string;
  /** A part of the line in which the mutant begins. */
  readonly within?: string;
  readonly mutator?: string;
  /** The complete original text, and the complete replacement. */
  readonly original?: string;
  readonly replacement?: string;
  /**
   * `equivalent`: no client can see it. `free`: the description leaves it open. `missed`: it breaks something, and it
   * is known why no rule notices.
   */
  readonly kind: (typeof kinds)[number];
  readonly why: string;
}

/** Reads the recorded reasons. @throws TypeError if one has the wrong form */
export function readReasons(): readonly Reason[] {
  const value: unknown = JSON.parse(readFileSync(new URL('./reasons.json', import.meta.url), 'utf8'));
  if (!Array.isArray(value) || !value.every(isReason))
    throw new TypeError('reasons.json holds something that is not a reason');
  return value;
}

/** The recorded reason for a mutant. */
export function reasonFor(mutant: Mutant, reasons: readonly Reason[]): Reason | undefined {
  return reasons.find((reason) => isFor(reason, mutant));
}

/** Reasons that no longer match a mutant. */
export function staleReasons(mutants: readonly Mutant[], reasons: readonly Reason[]): readonly Reason[] {
  return reasons.filter((reason) => !mutants.some((mutant) => isFor(reason, mutant)));
}

function isFor({ file, within, mutator, original, replacement }: Reason, mutant: Mutant): boolean {
  return (
    mutant.file.endsWith(file) &&
    mutant.within.includes(within ?? '') &&
    (mutator ?? mutant.mutator) === mutant.mutator &&
    (original ?? mutant.original) === mutant.original &&
    (replacement ?? mutant.replacement) === mutant.replacement
  );
}

const optional = ['within', 'mutator', 'original', 'replacement'];

function isReason(value: unknown): value is Reason {
  return (
    isRecord(value) &&
    typeof value['file'] === 'string' &&
    typeof value['why'] === 'string' &&
    kinds.some((kind) => kind === value['kind']) &&
    optional.every((name) => value[name] === undefined || typeof value[name] === 'string')
  );
}
