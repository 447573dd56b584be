/** What a driver says of itself. */
import type { DeclaredBackoff } from '../backoff/declared-backoff.ts';
import type { DriverCallName } from '../driver-call.ts';

/** What a driver says of itself: the calls that it can make, and its policy as it stands there. */
export interface Declaration {
  readonly calls: readonly DriverCallName[];
  /** Null where nothing is declared. */
  readonly backoff: DeclaredBackoff | null;
}
