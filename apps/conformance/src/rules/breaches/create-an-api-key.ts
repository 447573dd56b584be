/** How the rules on API keys find a statement broken. */
import type { TokenFault } from '@outreach-api/model/records/created-key';
import type { OperationId } from '@outreach-api/model/records/operation';
import type { FieldFault } from '@outreach-api/model/records/shape';

/** An answer that contained a key which should have been shown only once. */
export interface Sighting {
  readonly kind: AnswerKind;
  /** A description of the answer. */
  readonly answer: string;
}

/** The kinds of answers that are searched. */
export type AnswerKind = 'list' | 'creation' | 'profile' | 'refusal' | 'other';

interface Nameless {
  readonly body: unknown;
  readonly status: number;
}

/** The codes of these breaches, and their values. */
export interface ApiKeyBreaches {
  readonly 'token-is-no-jwt': { readonly fault: TokenFault };
  readonly 'jti-claim-differs': { readonly jti: string; readonly claim: unknown };
  readonly 'expiry-is-not-3-years': {
    readonly created_at: unknown;
    readonly exp: unknown;
    /** From `created_at` to `exp`. */
    readonly days: number;
  };
  readonly 'key-shown-again': Sighting;
  readonly 'key-refused': { readonly name: string; readonly status: number };
  readonly 'key-fields': { readonly faults: readonly FieldFault[] };
  readonly 'key-has-another-name': object;
  readonly 'nameless-key-accepted': Nameless;
  readonly 'nameless-key-created': Nameless;
  readonly 'keys-of-one-caller-differ': { readonly field: string; readonly values: readonly unknown[] };
  /** The shared value; null if it is not to be shown. */
  readonly 'keys-share': { readonly field: string; readonly value: string | null };
  /** Whose key was refused. */
  readonly 'created-key-refused': {
    readonly operation: OperationId;
    readonly key: string;
    readonly status: number;
  };
  /** `Date` of the answer, in milliseconds since the epoch. */
  readonly 'created-at-is-off': { readonly answeredAt: number; readonly created_at: unknown };
  readonly 'created-at-stands-still': { readonly created_at: unknown };
}
