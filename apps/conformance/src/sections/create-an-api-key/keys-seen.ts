/** What is seen of created keys, and of refusals to create one (Create an API key; Authentication). */
import { isSuccess } from '@outreach-api/model/records/answer-class';
import type { AnswerKind, Sighting } from '../../rules/breaches/create-an-api-key.ts';
import type { Creation, KeyIdentity } from '@outreach-api/model/records/key-creation';
import type { OperationId } from '@outreach-api/model/records/operation';

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

/** Which of the created keys was used: the session's first or a fresh one, or what is special about it. */
export type UsedKey = 'first' | 'another' | 'after another account made one' | 'of an empty name';

/** One operation called with a created key, while the same request with the main key was accepted. */
export interface KeyUse {
  readonly operation: OperationId;
  readonly which: UsedKey;
  /** A description of the key. */
  readonly key: string;
  readonly status: number;
}

/** The operations that were tried with created keys, in order. */
export interface KeyUsesSeen {
  readonly uses: readonly KeyUse[];
  /** Set if a key of an empty name was used, or refused when it was to be created. */
  readonly emptyNameWasTried?: boolean;
}

/** Whether a use was accepted. */
export function isAccepted({ status }: Pick<KeyUse, 'status'>): boolean {
  return isSuccess(status);
}

/**
 * A use of the list, as it is judged.
 *
 * @param another - which key it is; not set for the first
 */
export function listUse(status: number, another?: string): KeyUse {
  const which = another === undefined ? 'first' : 'another';
  return { operation: 'listWebhooks', which, key: another ?? 'a key just made', status };
}
