/** What a driver says about itself. */
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import type { DriverCallName } from '../driver-call.ts';

/** What a driver says about itself: the calls that it can make, and its declared policy. */
export interface Declaration {
  readonly calls: readonly DriverCallName[];
  /** Null if nothing is declared. */
  readonly backoff: DeclaredBackoff | null;
}
