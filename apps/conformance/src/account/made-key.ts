/** Makes one API key, and keeps the names that keys were given (Create an API key). */
import { createdKeyIn, type CreatedKey } from '../records/created-key.ts';
import type { JsonObject } from '../records/is-record.ts';
import type { Api } from '../session/api.ts';
import type { Answer } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import type { FirstCreation, SaidBesides } from './first-key.ts';

/** One creation, and what came of it. */
export interface Creation extends CreatedKey {
  /** The name that was sent; where the one to try was given in an earlier run perhaps, one like it. */
  readonly name: string;
  readonly by: 'main key' | 'created key';
  /** Whether it was under way together with the other one of its run. */
  readonly together: boolean;
  /** Why its refusal says nothing about its name; null where it does, or where it was not refused. */
  readonly excuse: Excuse | null;
  /** What its body said besides the name; null where it said no more. */
  readonly besides: SaidBesides | null;
}

/**
 * Why a refusal says nothing about a name: the main key was taken with the same request, or a gateway answered it; a key
 * of this name was made before, and the description does not say that names may come twice; no key can be made any more, whatever its
 * name, and it does not say how many there may be; or the name is no ordinary text, and what else is taken is open.
 */
export type Excuse =
  | 'the caller'
  | 'a gateway'
  | 'the name was given before'
  | 'no more keys'
  | 'no ordinary text';

/** An answer to a creation, and what it says. */
export interface Made {
  readonly answer: Answer;
  readonly creation: Creation;
}

/** A key to be made. */
export type ToMake = Pick<Creation, 'name' | 'by' | 'together'>;

/** The creation of the session's first key. */
export function creationOf({ name, created, besides }: FirstCreation): Creation {
  return { ...created, name, by: 'main key', together: false, excuse: null, besides };
}

/**
 * Makes one.
 *
 * @param further - what its body says beside the name
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
