/** What is seen of uuids that no sender profile has (Get a sender profile). */
import type { Likeness } from '@outreach-api/model/records/like-uuid';
import type { Look } from '@outreach-api/model/records/profile-history';

/**
 * A uuid that no profile has: a new one, a special one, one that differs from a profile's in one hex digit, or that of
 * a profile's mailbox, which must not find a profile: a record bears the uuid that was requested.
 */
export interface UnknownUuid {
  readonly kind: 'random' | 'nil' | 'max' | 'near' | 'mailbox' | Likeness;
  /** Which of the 32 hex digits is changed, and by how much; for `near` only. */
  readonly digit: number;
  readonly by: number;
}

/** The results of requests for a uuid that no profile has, alongside the same requests for one that exists. */
export interface UnknownSeen {
  readonly made: UnknownUuid;
  readonly uuid: string;
  /** How it was read before an update; null if that was known. */
  readonly before: Look | null;
  readonly update: Look | null;
  /** How it was read after an update; null if it was not. */
  readonly after: Look | null;
  /** Whether the update changed the profile with the similar uuid. */
  readonly hitAnother: boolean;
}
