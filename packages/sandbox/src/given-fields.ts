/** Reads what a record is to be made with, given by code or by a request: its fields, by name and type. */
import { inspect } from 'node:util';

/** A field is missing, of a wrong type, or there is none of the name. The message says which, and what is taken. */
export class GivenFieldError extends TypeError {
  override readonly name = 'GivenFieldError';
}

/** The fields that were given; a field that is `undefined` is not. Each throws {@link GivenFieldError}. */
export interface GivenFields {
  /** Text; `otherwise` where it is not given, and where that is not said it has to be given. */
  text(name: string, otherwise?: string): string;
  /** Text, or null, also where it is not given. */
  textOrNull(name: string): string | null;
  /** A whole number, or null, also where it is not given. */
  integerOrNull(name: string): number | null;
}

/**
 * Takes the fields out of an object.
 *
 * @param known - the names that there are
 * @throws {GivenFieldError} where it is no object, or has a field that is not known
 */
export function givenFields(given: unknown, known: readonly string[]): GivenFields {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new GivenFieldError(`an object with the fields ${known.join(', ')} must be given${but(given)}`);
  }
  const fields = new Map<string, unknown>(Object.entries(given));
  const unknown = [...fields.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new GivenFieldError(
      `there is no field ${JSON.stringify(unknown)} to be given; there are ${known.join(', ')}`,
    );
  }
  const orNull = (name: string): unknown => fields.get(name) ?? null;
  return {
    text: (name, otherwise) => {
      const value = fields.get(name) ?? (fields.get(name) === undefined ? otherwise : null);
      if (typeof value === 'string') return value;
      throw new GivenFieldError(`${name} must be a string${but(value)}`);
    },
    textOrNull: (name) => {
      const value = orNull(name);
      if (value === null || typeof value === 'string') return value;
      throw new GivenFieldError(`${name} must be a string or null${but(value)}`);
    },
    integerOrNull: (name) => {
      const value = orNull(name);
      if (value === null || (typeof value === 'number' && Number.isSafeInteger(value))) return value;
      throw new GivenFieldError(`${name} must be a whole number or null${but(value)}`);
    },
  };
}

function but(value: unknown): string {
  return value === undefined
    ? ', and is missing'
    : `, not ${inspect(value, { depth: 0, breakLength: Infinity })}`;
}
