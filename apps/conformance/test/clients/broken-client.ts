/** A client that breaks one statement, the small client with one habit changed; and ways to change one. */
import type { ClientStatement } from '../../src/clients/scenarios/scenario.ts';
import { isRecord } from '../../src/records/is-record.ts';
import { policy, toldMs, type Asked, type Habits } from './small-client.ts';

/** A client that breaks a statement. */
export interface BrokenClient {
  /** Its defect. */
  readonly name: string;
  readonly breaks: ClientStatement;
  readonly habits: Partial<Habits>;
  /** Statements that its defect breaks with it. */
  readonly also?: readonly ClientStatement[];
  /** What it declares; the policy of the small client where not set. */
  readonly declares?: unknown;
}

/** The fields of a JSON body. */
export type Fields = Readonly<Record<string, unknown>>;

/** What becomes of each request. */
export function sends(change: (asked: Asked, attempt: number) => Partial<Asked>): Partial<Habits> {
  return { send: (asked, attempt) => ({ ...asked, ...change(asked, attempt) }) };
}

/** What becomes of the header `Authorization`; null: it is left out. */
export function authorized(authorization: (given: string, asked: Asked) => string | null): Partial<Habits> {
  return sends((asked) => {
    const { authorization: given = '', ...headers } = asked.headers;
    const changed = authorization(given, asked);
    return { headers: changed === null ? headers : { ...headers, authorization: changed } };
  });
}

/** A body as it is sent; what has none is left as it is. */
export function bodied(body: (fields: Fields, asked: Asked) => string, type?: string): Partial<Habits> {
  return sends((asked) => {
    if (asked.body === null) return {};
    const headers = type === undefined ? asked.headers : { ...asked.headers, 'content-type': type };
    return { body: body(fieldsOf(asked), asked), headers };
  });
}

/** The body of a webhook test. */
export function tested(change: (fields: Fields) => unknown): Partial<Habits> {
  return bodied((fields, { path }) => JSON.stringify(path.endsWith('/test') ? change(fields) : fields));
}

/** What a body holds. */
export function fieldsOf({ body }: Asked): Fields {
  const json: unknown = body === null ? {} : JSON.parse(body);
  return isRecord(json) ? json : {};
}

/** All fields but one. */
export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}

/** Waits of its own; `Retry-After` is obeyed, and attempts are those that are declared. */
export function waits(waitMs: (attempt: number) => number): Partial<Habits> {
  return {
    waitMs: (attempt, retryAfter) => {
      const leastMs = toldMs(retryAfter);
      if (attempt >= policy.attempts || leastMs > policy.retryAfterMax * 1000) return null;
      return Math.max(leastMs, waitMs(attempt));
    },
  };
}

/** Its own waits are those that it declares; what it makes of `Retry-After` is not. */
export function told(readMs: (retryAfter: string) => number): Partial<Habits> {
  return {
    waitMs: (attempt, retryAfter) => {
      const ms = retryAfter === null ? 0 : readMs(retryAfter);
      if (attempt >= policy.attempts || ms > policy.retryAfterMax * 1000) return null;
      return Math.max(ms, policy.base * policy.factor ** (attempt - 1));
    },
  };
}

/** What becomes of each condition of a filter. */
export function filtered(change: (condition: unknown) => unknown): Partial<Habits> {
  return sends(({ query }) => {
    const { filter } = query;
    if (filter === undefined) return {};
    const given: unknown = JSON.parse(filter);
    const conditions = Object.entries(isRecord(given) ? given : {});
    const changed = Object.fromEntries(conditions.map(([field, condition]) => [field, change(condition)]));
    return { query: { ...query, filter: JSON.stringify(changed) } };
  });
}

/** What the caller gets of a key that was created. */
export function created(change: (key: Fields) => unknown): Partial<Habits> {
  return { brought: (value, call) => (call === 'apiKeys.create' && isRecord(value) ? change(value) : value) };
}

/** The headers but for one. */
export function withoutHeader({ headers }: Asked, name: string): Asked['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name));
}
