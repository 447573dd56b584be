/** What is seen of deleted webhooks, and of the list (Delete a webhook). */
import type { ListNow } from '@outreach-api/model/records/list-now';
import type { ListDifference } from '@outreach-api/model/records/page';

/** What a filter finds that a deleted webhook matched. */
export interface FoundAfter {
  readonly uuids: readonly string[];
  readonly total: number;
  /** Whether one more is counted than found, unlike before the deletion. */
  readonly isCounted: boolean;
}

/** What the lists show after a deletion. */
export interface LooksAfter {
  readonly after: ListNow;
  /** The list afterwards in pages of another size, the last of which ends exactly with the list if possible. */
  readonly inOtherPages: ListNow;
  /** What a request without parameters shows afterwards: the start of the list. */
  readonly withoutParameters: ListNow;
  /** What a filter finds afterwards that the first one matched; null if the target takes no filter. */
  readonly underFilter: FoundAfter | null;
  /** The list, read again. */
  readonly again: ListNow;
  /** Webhooks deleted earlier in this run that the list shows again, in their canonical form. */
  readonly back: readonly string[];
}

/** A deletion that was requested, and its answer. */
export interface RequestedDeletion {
  readonly uuid: string;
  readonly accepted: boolean;
  readonly status: number;
  /** Set if a test had named it, and was accepted. */
  readonly wasTested?: true;
}

/** The outcome of one deletion, or of two at the same time. */
export interface DeletionSeen extends LooksAfter {
  /** Whether each was accepted. */
  readonly accepted: boolean;
  /** With uuids in their canonical form. */
  readonly deletions: readonly RequestedDeletion[];
  readonly before: ListNow;
  /** Whether the list stayed the same afterwards: if not, other clients are active. */
  readonly quiet: boolean;
  /** What was created in this run, was not deleted, and has changed by late in the run. */
  readonly lateChanges: readonly ListDifference[];
}
