/** What is seen when somebody tries an operation without the right to. */
import type { OperationId } from '../../records/operation.ts';
import type { IntruderKind } from './intruders.ts';

/** Somebody tried to use an operation without the right to. */
export interface Attempt {
  readonly intruder: string;
  readonly kind: IntruderKind;
  /** Whether the answer was 2xx. */
  readonly accepted: boolean;
  readonly status: number;
  /** Whether what the operation does was done; null where that cannot be seen. */
  readonly effect: boolean | null;
  /** What of the account's data was in the answer; null where nothing was. */
  readonly disclosed: string | null;
}

/** Attempts on one operation, beside the same request with the right credential. */
export interface TrespassSeen {
  readonly operation: OperationId;
  readonly attempts: readonly Attempt[];
  /**
   * The record that nobody has deleted and nobody else works on, and when that was tried, on the clock of the run; not set
   * where it was given to others.
   */
  readonly spared?: { readonly uuid: string; readonly atMs: number };
}

/** The names of intruders that try. */
export type Trespassers = readonly string[];

/** Fewer trespassers: each of several alone. */
export function eachAlone(trespassers: Trespassers): readonly Trespassers[] {
  return trespassers.length > 1 ? trespassers.map((name) => [name]) : [];
}
