/** What is seen of the creation of an API key (Create an API key). */
import type { CreatedKey } from './created-key.ts';

/** Who created a key: the key of the target file, a key of the account that was itself created, or another account. */
export type KeyMaker = 'main key' | 'created key' | 'another account';

/** One creation and its result. */
export interface Creation extends CreatedKey {
  /** The name that was sent: the intended one, or one like it if an earlier run may have used that. */
  readonly name: string;
  readonly by: KeyMaker;
  /** Whether it was in flight together with the other one of its run. */
  readonly together: boolean;
  /** Why its refusal says nothing about its name; null if it does, or if it was not refused. */
  readonly excuse: Excuse | null;
  /**
   * What a body contained besides the name. If it was refused, as the description allows, the key may have been created
   * from a body with only the name.
   */
  readonly furtherFields: readonly string[];
  /** The statuses of its first uses, for the list; empty if it was not used at once, or if they would say nothing. */
  readonly usedAtOnce: readonly number[];
}

/**
 * Why a refusal says nothing about a name: the main key was accepted with the same request, or a gateway answered it; a
 * key with this name was created before, and the description does not say that names may repeat; no key can be created
 * any more, whatever its name, and it does not say how many there may be; or the name is not ordinary text, or the body
 * holds further fields, and what else is accepted is open.
 */
export type Excuse =
  | 'the caller'
  | 'a gateway'
  | 'the name was given before'
  | 'no more keys'
  | 'no ordinary text'
  | 'further fields';

/** What distinguishes one created key from another. */
export interface KeyIdentity {
  readonly jti: unknown;
  /** Equal exactly for equal tokens; null if none came. */
  readonly fingerprint: string | null;
  readonly together: boolean;
}
