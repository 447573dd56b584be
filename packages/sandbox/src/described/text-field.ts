/** Reads a name or label from a request body. Ordinary text is always accepted, and comes back unchanged. */
import { accepted, refused } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { Dialect } from '../dialect/dialect.ts';

type TextDialect = Pick<Dialect, 'emptyText' | 'longText' | 'nameTrimming' | 'wrongTypes'>;

/** The text given for the field `name`. */
export function textField(name: string, given: unknown, dialect: TextDialect): Outcome<string> {
  const text = asText(given, dialect);
  if (text === null) return refused('invalid-body', `${name} must be a string`);
  const trimmed = text.trim();
  if (dialect.nameTrimming === 'refused' && trimmed !== text) {
    return refused('invalid-body', `${name} begins or ends with white space`);
  }
  const kept = dialect.nameTrimming === 'trimmed' ? trimmed : text;
  if (kept === '' && dialect.emptyText === 'refused') return refused('invalid-body', `${name} is empty`);
  const maximum = { 'to-50': 50, 'to-255': 255, any: Infinity }[dialect.longText];
  // Code points, not UTF-16 units: 50 letters outside the basic plane are 50 letters.
  if (Array.from(kept).length > maximum)
    return refused('invalid-body', `${name} is longer than ${maximum} characters`);
  return /\p{Surrogate}/u.test(kept)
    ? refused('invalid-body', `${name} is not well-formed Unicode`)
    : accepted(kept);
}

function asText(given: unknown, dialect: TextDialect): string | null {
  if (typeof given === 'string') return given;
  const scalar = typeof given === 'number' || typeof given === 'boolean';
  return scalar && dialect.wrongTypes === 'to-text' ? String(given) : null;
}

/** The fields of a body that is an object, of which only `known` are expected. */
export function bodyFields(
  body: unknown,
  known: readonly string[],
  dialect: Pick<Dialect, 'unknownFields'>,
): Outcome<ReadonlyMap<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refused('invalid-body', 'the body must be a JSON object');
  }
  const fields = new Map<string, unknown>(Object.entries(body));
  const unknown = [...fields.keys()].find((name) => !known.includes(name));
  return unknown !== undefined && dialect.unknownFields === 'refused'
    ? refused('invalid-body', `there is no field "${unknown}"`)
    : accepted(fields);
}
