import { createHash } from 'node:crypto';
import { parseDateTime } from './date-time.ts';
import { isRecord, type JsonObject } from './is-record.ts';
import { fieldsOf } from './shape.ts';
import { dateOf, type Answer } from './exchange.ts';

/** What an answer to "Create an API key" shows, without the key itself (API key; Create an API key). */
export interface CreatedKey {
  /** Whether the creation succeeded. */
  readonly accepted: boolean;
  readonly status: number;
  /** The documented fields as they came, `last_token` replaced if it is text; undefined if the body is no object. */
  readonly record: JsonObject | undefined;
  /** Facts about `last_token`; null if it is not text. */
  readonly token: TokenFacts | null;
  /** `Date` of the answer in milliseconds since the epoch; null if it has none. */
  readonly answeredAt: number | null;
}

/** Facts about a token that do not reveal it. */
export interface TokenFacts {
  /** Equal exactly for equal tokens. */
  readonly fingerprint: string;
  /** Each part between full stops: whether it is base64url, how many bytes it holds, and the JSON object in it. */
  readonly parts: readonly TokenPart[];
}

/** One part of a token in compact form. */
export interface TokenPart {
  readonly base64url: boolean;
  readonly bytes: number;
  readonly object: JsonObject | null;
}

/**
 * Records an answer to a creation.
 *
 * @param mask - removes credentials from a value
 */
export function createdKeyIn(answer: Answer, mask: (value: unknown) => unknown): CreatedKey {
  const { ok, status, json } = answer;
  const record = isRecord(json) ? json : undefined;
  const token = record?.['last_token'];
  return {
    accepted: ok,
    status,
    record: record === undefined ? undefined : withoutToken(record, mask),
    token: typeof token === 'string' ? tokenFacts(token, mask) : null,
    answeredAt: dateOf(answer),
  };
}

/** Facts about a token that do not reveal it. */
export function tokenFacts(token: string, mask: (value: unknown) => unknown = (value) => value): TokenFacts {
  return {
    fingerprint: createHash('sha256').update(token).digest('hex').slice(0, 16),
    parts: token.split('.').map((part) => {
      const base64url = /^[A-Za-z0-9_-]*$/.test(part) && part.length % 4 !== 1;
      const bytes = base64url ? Buffer.from(part, 'base64url') : Buffer.alloc(0);
      const masked = mask(objectIn(bytes));
      return { base64url, bytes: bytes.length, object: isRecord(masked) ? masked : null };
    }),
  };
}

function withoutToken(record: JsonObject, mask: (value: unknown) => unknown): JsonObject {
  const shown = fieldsOf('ApiKey').filter((field) => field in record);
  const safe = Object.fromEntries(
    shown.map((field) => [
      field,
      field === 'last_token' && typeof record[field] === 'string' ? '<the key>' : mask(record[field]),
    ]),
  );
  return safe;
}

function objectIn(bytes: Buffer): JsonObject | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** The claims of a JWT; empty if it has no JSON payload. */
export function tokenClaims(token: TokenFacts | null): JsonObject {
  return token?.parts[1]?.object ?? {};
}

/**
 * When a JWT expires by its claim `exp`, in milliseconds since the epoch: a number of seconds, possibly as text, or a
 * date-time. Null if it has no claim in such a form.
 */
export function tokenExpiry(token: TokenFacts | null): number | null {
  const { exp } = tokenClaims(token);
  if (typeof exp === 'number') return exp * 1000;
  if (typeof exp !== 'string') return null;
  return /^\d+(?:\.\d+)?$/.test(exp) ? Number(exp) * 1000 : (parseDateTime(exp)?.at ?? null);
}

/** Why a token is not a signed JWT in compact form. */
export type TokenFault =
  | { readonly is: 'of other parts'; readonly parts: number }
  | { readonly is: 'no base64url' | 'without a header' | 'without a payload' | 'of an empty signature' }
  | { readonly is: 'unsigned'; readonly alg: unknown };

/** Why a token is not a signed JWT in compact form (RFC 7515, 7.1); null if it is one. */
export function tokenFault({ parts }: TokenFacts): TokenFault | null {
  const [header, payload, signature] = parts;
  if (parts.length !== 3 || header === undefined || payload === undefined || signature === undefined) {
    return { is: 'of other parts', parts: parts.length };
  }
  if (parts.some(({ base64url }) => !base64url)) return { is: 'no base64url' };
  if (header.object === null) return { is: 'without a header' };
  if (payload.object === null) return { is: 'without a payload' };
  const { alg } = header.object;
  if (typeof alg !== 'string' || alg.toLowerCase() === 'none') return { is: 'unsigned', alg };
  return signature.bytes === 0 ? { is: 'of an empty signature' } : null;
}
