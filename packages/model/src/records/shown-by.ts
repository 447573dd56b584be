/** Which exchanges of a run show a breach. */
import type { OperationId } from './operation.ts';

/** Which exchanges of a run show a breach: those that fit in each respect that is given. */
export interface ShownBy {
  /** Requests of one of these operations. */
  readonly operations?: readonly OperationId[];
  /** Requests of one of these callers, by name. */
  readonly callers?: readonly string[];
  /** The address or the body of the request contains one of these. */
  readonly sent?: readonly string[];
  /** The address or the body of the request, or the body of the answer, contains one of these. */
  readonly seen?: readonly string[];
  /** The query of the request has exactly these values; null: it has none under that name. */
  readonly query?: Readonly<Record<string, number | string | null>>;
  /** The answer has one of these statuses; if none does, whatever was answered. */
  readonly statuses?: readonly number[];
}
