/** How the rules on clients find a statement broken. */
import type { BackoffBreaches } from './backoff.ts';

interface OfRequest {
  /** As {@link requestInShort} gives it. */
  readonly request: string;
}

/** The codes of these breaches, and their values. */
export interface ClientBreaches extends BackoffBreaches {
  readonly 'no-credential': OfRequest;
  readonly 'credential-of-another-scheme': OfRequest & { readonly scheme: string };
  readonly 'another-key': OfRequest;
  readonly 'body-of-another-type': OfRequest & { readonly contentType: string | null };
  readonly 'body-is-no-json': OfRequest & { readonly text: string };
  readonly 'test-lacks-a-field': { readonly name: string; readonly value: unknown };
  readonly 'test-changes-a-field': {
    readonly name: string;
    readonly value: unknown;
    readonly asked: unknown;
  };
  /** The offset of the last page, and the one requested after it. */
  readonly 'walk-goes-past-the-end': { readonly last: number; readonly offset: number };
  readonly 'walk-returns-records-twice': {
    readonly total: number;
    readonly returned: number;
    readonly distinct: number;
  };
  readonly 'walk-returns-another-number': { readonly total: number; readonly returned: number };
  readonly 'filter-is-no-object': { readonly filter: unknown };
  readonly 'condition-of-no-form': { readonly field: string; readonly condition: unknown };
  readonly 'filter-not-sent': { readonly asked: unknown };
  readonly 'another-filter-sent': { readonly asked: unknown; readonly filter: unknown };
  readonly 'retry-of-another-request': OfRequest & { readonly target: string; readonly retried: string };
  readonly 'retry-with-another-body': OfRequest & { readonly body: unknown; readonly retried: unknown };
  readonly 'retry-with-another-credential': OfRequest;
  readonly 'creation-fails': object;
  readonly 'key-not-handed-over': object;
}
