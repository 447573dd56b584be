/** How the rule on JSON finds a statement broken. */
import type { OperationId } from '../../records/operation.ts';
import type { BodySeen } from './described-bodies.ts';

/** The codes of these breaches, and their values. */
export interface EndpointsBreaches {
  readonly 'answer-is-no-json': {
    readonly operation: OperationId;
    /** Where it stops being JSON, and the text there. */
    readonly fault: string;
    readonly elsewhere: BodySeen['elsewhere'] | null;
  };
}

declare module '../../records/breach-values.ts' {
  interface BreachValues extends EndpointsBreaches {}
}
