/** What is seen of created keys, and of refusals to create one (Create an API key). */
import type { Creation, KeyIdentity } from '../../records/key-creation.ts';
import type { AnswerKind, Sighting } from '../../records/breaches/create-an-api-key.ts';

/** The creations of one run, and all keys of the session. */
export interface CreationsSeen {
  /** The session's first key, then those of this run. */
  readonly creations: readonly Creation[];
  readonly allKeys: readonly KeyIdentity[];
  /** The names of keys created before this run, including the first one's. */
  readonly givenBefore: readonly string[];
  /** Whether a name that an earlier run of the suite had used was refused, while similar ones were not. */
  readonly noNameTwice: boolean;
}

/** The result of a creation whose body has no `name`. */
export interface NamelessSeen {
  readonly accepted: boolean;
  readonly status: number;
  /** Whether a refusal shows a new key that is accepted: one was created anyway. */
  readonly isMade: boolean;
}

/** How many answers of each kind were searched, and where a key was found. */
export interface SightingsSeen {
  readonly lookedAt: Readonly<Record<AnswerKind, number>>;
  readonly sightings: readonly Sighting[];
}
