/** Creates one API key, and keeps the names that keys were given (Create an API key). */
import { createdKeyIn } from '../records/created-key.ts';
import type { JsonObject } from '../records/is-record.ts';
import type { Api } from '../session/api.ts';
import type { Answer } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import type { FirstCreation } from './first-key.ts';
import type { Creation } from '../records/key-creation.ts';

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
