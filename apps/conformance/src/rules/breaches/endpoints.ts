/** How the rule on JSON finds a statement broken. */
import type { OperationId } from '@outreach-api/model/records/operation';

/** The codes of these breaches, and their values. */
export interface EndpointsBreaches {
  readonly 'answer-is-no-json': {
    readonly operation: OperationId;
    /** Where it stops being JSON, and the text there. */
    readonly fault: string;
    /** How many answers were affected, and the request of the first; null if not requested elsewhere. */
    readonly elsewhere: { readonly answers: number; readonly request: string } | null;
  };
}
