/** A value of an answer as text, whatever it is. */

/** A text unchanged, any other value as JSON: a malformed record can hold an object that `String(…)` cannot convert. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}
