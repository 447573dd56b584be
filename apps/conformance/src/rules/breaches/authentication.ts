/** How the rules on credentials find a statement broken. */
import type { OperationId } from '@outreach-api/model/records/operation';

interface OfIntruder {
  readonly operation: OperationId;
  /** The name of the credential. */
  readonly intruder: string;
  readonly status: number;
}

/** The codes of these breaches, and their values. */
export interface AuthenticationBreaches {
  readonly 'intruder-accepted': OfIntruder;
  readonly 'refused-request-took-effect': OfIntruder;
}
