/** Everything in an answer to the creation of a key that may be that key, even if the answer is malformed. */
import { isRecord } from './is-record.ts';
import type { Answer } from './exchange.ts';

/** Shorter text is not a key; masking it would hide half of every report. */
const shortestToken = 8;
const spelledOut = /"last_token"\s*:\s*"([^"\\]+)"/g;

/** Everything in an answer to the creation of a key that may be that key, even if the answer is malformed. */
export function tokensIn({ json, text }: Answer): readonly string[] {
  const bare = json === undefined && !/\s/.test(text.trim()) ? [text.trim()] : [];
  const spelled = Array.from(text.matchAll(spelledOut), ([, token = '']) => token);
  const whole = typeof json === 'string' ? [json] : [];
  return [...bare, ...whole, ...spelled, ...lastTokens(json)].filter(
    (token) => token.length >= shortestToken,
  );
}

/** The strings in every field `last_token`, at any depth. */
function lastTokens(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(lastTokens);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'last_token' ? stringsIn(item) : lastTokens(item),
  );
}

/** Whether an answer shows a key under its own name, whosever it is (API key). */
export function holdsLastToken(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsLastToken);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([field, inner]) =>
    field === 'last_token' && typeof inner === 'string'
      ? /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(inner)
      : holdsLastToken(inner),
  );
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
