/** How the rules on accounts find a statement broken. */
import type { OperationId } from '@outreach-api/model/records/operation';

interface OfRequest {
  readonly operation: OperationId;
  readonly status: number;
}

/** The codes of these breaches, and their values. */
export interface AccountsBreaches {
  /** How many, and the uuids of some. */
  readonly 'webhooks-of-others-listed': { readonly webhooks: number; readonly some: readonly string[] };
  /** A field of the record whose value the answer has. */
  readonly 'record-disclosed': OfRequest & { readonly field: string };
  readonly 'request-of-another-account-took-effect': OfRequest;
}
