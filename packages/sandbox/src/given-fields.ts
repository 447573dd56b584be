/** Reads the fields of a record to create, given by code or by a request, by name and type. */
import { inspect } from 'node:util';

/** A field is missing, of a wrong type, or unknown. The message says which, and what is accepted. */
export class GivenFieldError extends TypeError {
  override readonly name = 'GivenFieldError';
}

/** The given fields; a field that is `undefined` does not count. Each method throws {@link GivenFieldError}. */
export interface GivenFields {
  /** Text; `otherwise` if it is not given. Without `otherwise`, it is required. */
  text(name: string, otherwise?: string): string;
  /** Text or null; null if it is not given. */
  textOrNull(name: string): string | null;
  /** A whole number or null; null if it is not given. */
  integerOrNull(name: string): number | null;
}

/**
 * Takes the fields out of an object.
 *
 * @param known - the names of the fields that exist
 * @throws {GivenFieldError} if it is not an object, or has an unknown field
 */
export function givenFields(given: unknown, known: readonly string[]): GivenFields {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new GivenFieldError(`an object with the fields ${known.join(', ')} must be given${but(given)}`);
  }
  const fields = new Map<string, unknown>(Object.entries(given));
  const unknown = [...fields.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new GivenFieldError(
      `there is no field ${JSON.stringify(unknown)}; the fields are ${known.join(', ')}`,
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
