/** How the rules on the rate limit find a statement broken. */
import type { OperationId } from '@outreach-api/model/records/operation';

interface LimitedOtherwise {
  readonly operation: OperationId;
  /** The statuses of the refusals, and how often each came; null: no answer. */
  readonly refusals: readonly { readonly status: number | null; readonly times: number }[];
}

/** The codes of these breaches, and their values. */
export interface LimitsBreaches {
  readonly 'limited-not-with-429': LimitedOtherwise;
  readonly 'created-key-limited-not-with-429': LimitedOtherwise;
  /** The key's requests, all accepted. */
  readonly 'created-key-not-limited': { readonly requests: number };
  /** The key's requests, all refused. */
  readonly 'other-account-limited': { readonly requests: number };
  /** The last status, null if there was no answer, and how long a client backed off. */
  readonly 'limit-never-lifts': {
    readonly operation: OperationId;
    readonly status: number | null;
    readonly seconds: number;
  };
  readonly 'limited-request-took-effect': { readonly operation: OperationId };
}
