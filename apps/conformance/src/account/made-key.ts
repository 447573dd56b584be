/** Creates one API key, and keeps the names that keys were given (Create an API key). */
import { createdKeyIn, type CreatedKey } from '../records/created-key.ts';
import type { JsonObject } from '../records/is-record.ts';
import type { Api } from '../session/api.ts';
import type { Answer } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import type { FirstCreation, SaidBesides } from './first-key.ts';

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

/** A response to a creation, and what it says. */
export interface Made {
  readonly answer: Answer;
  readonly creation: Creation;
}

/** A key to be created. */
export type ToMake = Pick<Creation, 'name' | 'by' | 'together'>;

/** The creation of the session's first key. */
export function creationOf({ name, created, besides }: FirstCreation): Creation {
  return { ...created, name, by: 'main key', together: false, excuse: null, besides };
}

/**
 * Creates one.
 *
 * @param further - what its body contains besides the name
 */
export async function make(
  api: Api,
  creation: ToMake,
  session: Session,
  further: JsonObject = {},
): Promise<Made> {
  const answer = await api.createApiKey({ name: creation.name, ...further });
  if (answer.ok) session.state.account.keys.names.push(creation.name);
  if (answer.ok && creation.by === 'created key') session.state.account.keys.createdByCreatedKey = true;
  const fields = Object.keys(further);
  const besides = fields.length === 0 ? null : { fields, taken: answer.ok };
  return {
    answer,
    creation: { ...createdKeyIn(answer, maskOf(session)), ...creation, excuse: null, besides },
  };
}

/** Replaces credentials in what is kept. */
export function maskOf(session: Session): (value: unknown) => unknown {
  return (value) => session.state.secrets.replaceWhole(value);
}
