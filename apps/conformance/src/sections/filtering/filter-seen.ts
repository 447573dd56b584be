/** Observations of a filter on one field: the unfiltered values, and the answers. Plain data. */
import type { Condition } from './condition.ts';
import type { FieldKind, FieldValue } from './field-values.ts';

/** A filtered field. */
export interface FilterField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Whether a list with filters surely takes them on this field, as with the documented ones. */
  readonly certain: boolean;
  /** Each record of the unfiltered list, by identity, with its value of the field. */
  readonly values: readonly { readonly id: string; readonly value: FieldValue }[];
}

/** One condition, and its answer. */
export interface Asked {
  readonly condition: Condition;
  /** Whether a refusal proves nothing: the field may not be filterable, or the operand not a value of the target's. */
  readonly refusable: boolean;
  readonly listing: FilteredListing;
}

/** Conditions on one field, each with its answer. */
export interface FilterSeen {
  readonly field: FilterField;
  readonly asked: readonly Asked[];
}

/** The answer to a filter: the returned records, by identity. */
export interface FilteredListing {
  readonly accepted: boolean;
  readonly status: number;
  /** A record that appears twice in one page is here twice; one that a later page repeats is not (FILT-08). */
  readonly ids: readonly string[];
}
