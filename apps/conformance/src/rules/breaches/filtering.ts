/** How the rules on filters find a statement broken. */
import type { FilterCondition, FilterOperator, FilterScalar } from '@outreach-api/client';

/** A filter on one field, as it is sent. */
export type OneFilter = Readonly<Record<string, FilterCondition>>;

/** A record that shows what is wrong with the answer to a filter. */
export interface FilterExample {
  readonly uuid: string;
  /** The filtered field, and its value in the unfiltered list. */
  readonly field: string;
  readonly value: FilterScalar | null;
  readonly isListed: boolean;
}

/** What the laws of one operand are about. */
export interface ComparedOn {
  readonly field: string;
  readonly operand: FilterScalar;
}

type Two = readonly [FilterOperator, FilterOperator];

/** Laws of any total order, for the comparisons with one operand. */
export interface OrderLaws {
  readonly 'order-leaves-out': ComparedOn & {
    readonly operators: Two;
    readonly records: number;
    readonly neither: number;
  };
  readonly 'order-overlaps': ComparedOn & {
    readonly operators: Two;
    readonly records: number;
    readonly both: number;
  };
  /** The numbers of records under `<`, of those that equal the operand, and of those under `<=`. */
  readonly 'order-equality-not-added': ComparedOn & {
    readonly operators: Two;
    readonly strict: number;
    readonly equal: number;
    readonly wide: number;
    readonly examples: readonly string[];
  };
  readonly 'order-misplaces-equal': ComparedOn & {
    readonly operator: FilterOperator;
    readonly isIncluded: boolean;
    readonly equal: number;
    readonly found: number;
  };
}

interface ComparedAnswer {
  readonly operator: FilterOperator;
  readonly operand: FilterScalar;
  readonly records: number;
}

/** A page of a filtered list that has this many records; null: of the unfiltered one. */
interface OfFilteredPage {
  readonly filter: OneFilter | null;
  readonly records: number;
  readonly offset: number;
}

/** The codes of these breaches, and their values. */
export interface FilteringBreaches extends OrderLaws {
  readonly 'filter-refused': { readonly filter: OneFilter; readonly status: number };
  readonly 'filter-answer-wrong': {
    readonly filter: OneFilter;
    /** How many of how many webhooks match it, and how many the answer has. */
    readonly matching: number;
    readonly webhooks: number;
    readonly given: number;
    readonly missing: number;
    readonly tooMany: number;
    readonly examples: Readonly<Record<'missing' | 'tooMany' | 'twice', FilterExample | null>>;
  };
  readonly 'inequalities-differ': { readonly filter: OneFilter };
  readonly 'order-not-nested': {
    readonly field: string;
    readonly one: ComparedAnswer;
    readonly other: ComparedAnswer;
    readonly common: number;
  };
  readonly 'order-circular': {
    readonly field: string;
    readonly operands: readonly [FilterScalar, FilterScalar];
    readonly each: 'below' | 'above';
  };
  readonly 'filtered-page-refused': OfFilteredPage & { readonly status: number };
  readonly 'filtered-total': OfFilteredPage;
  readonly 'filtered-page-length': OfFilteredPage & { readonly limit: number };
  readonly 'filtered-page-of-others': OfFilteredPage & { readonly others: number; readonly example: string };
  readonly 'filtered-has-more': OfFilteredPage;
  readonly 'filtered-record-twice': { readonly filter: OneFilter | null; readonly record: string };
}
