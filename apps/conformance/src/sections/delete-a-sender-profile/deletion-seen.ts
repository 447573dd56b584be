/** What is seen of a deleted sender profile, and of others (Delete a sender profile). */
import type { Look } from '@outreach-api/model/records/profile-history';

/** A sender profile before and after its deletion, and the other profiles. */
export interface DeletionSeen {
  readonly uuid: string;
  /** Whether an update of it was accepted before. */
  readonly wasUpdatable: boolean;
  /** The answer to the deletion; the last one if a failing server was retried. */
  readonly deletion: Look;
  /**
   * Requests for it after the deletion, in order; also for profiles deleted earlier, and for one deleted while
   * updates of it were in progress. Empty if the deletion was refused.
   */
  readonly after: readonly RequestAfter[];
  /** The answers that refused to delete further profiles, which nothing else had been asked of: they are still there. */
  readonly refused?: readonly Look[];
  readonly others: readonly { readonly before: Look; readonly after: Look }[];
}

/** A request for a deleted profile. */
export interface RequestAfter {
  readonly request: 'read' | 'update';
  readonly answer: Look;
}
