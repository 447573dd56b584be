/** What is seen of the creation of an API key (Create an API key). */
import type { CreatedKey } from './created-key.ts';

/** One creation and its result. */
export interface Creation extends CreatedKey {
  /** The name that was sent: the intended one, or one like it if an earlier run may have used that. */
  readonly name: string;
  readonly by: 'main key' | 'created key';
  /** Whether it was in flight together with the other one of its run. */
  readonly together: boolean;
  /** Why its refusal says nothing about its name; null if it does, or if it was not refused. */
  readonly excuse: Excuse | null;
  /** What its body contained besides the name; null if nothing. */
  readonly besides: SaidBesides | null;
}

/**
 * Why a refusal says nothing about a name: the main key was accepted with the same request, or a gateway answered it; a
 * key with this name was created before, and the description does not say that names may repeat; no key can be created
 * any more, whatever its name, and it does not say how many there may be; or the name is not ordinary text, and what
 * else is accepted is open.
 */
export type Excuse =
  | 'the caller'
  | 'a gateway'
  | 'the name was given before'
  | 'no more keys'
  | 'no ordinary text';

/** What the body of a creation contained besides the name. */
export interface SaidBesides {
  readonly fields: readonly string[];
  /** If it was refused, as the description allows, the key was created from a body with only the name. */
  readonly taken: boolean;
}

/** What distinguishes one created key from another. */
export interface KeyIdentity {
  readonly jti: unknown;
  /** Equal exactly for equal tokens; null if none came. */
  readonly fingerprint: string | null;
  readonly together: boolean;
}
