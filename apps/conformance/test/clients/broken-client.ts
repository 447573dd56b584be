/** A client that breaks one statement: the small client with one habit changed; and helpers to change one. */
import type { ClientStatement } from '../../src/clients/scenarios/scenario.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { policy, statedMs, type Asked, type Habits } from './small-client.ts';

/** A client that breaks a statement. */
export interface BrokenClient {
  /** Its defect. */
  readonly name: string;
  readonly breaks: ClientStatement;
  readonly habits: Partial<Habits>;
  /** Other statements that its defect also breaks. */
  readonly also?: readonly ClientStatement[];
  /** What it declares; the policy of the small client if not set. */
  readonly declares?: unknown;
}

/** The fields of a JSON body. */
export type Fields = Readonly<Record<string, unknown>>;

/** Changes each request. */
export function sends(change: (asked: Asked, attempt: number) => Partial<Asked>): Partial<Habits> {
  return { send: (asked, attempt) => ({ ...asked, ...change(asked, attempt) }) };
}

/** Changes the `Authorization` header; null removes it. */
export function authorized(authorization: (given: string, asked: Asked) => string | null): Partial<Habits> {
  return sends((asked) => {
    const { authorization: given = '', ...headers } = asked.headers;
    const changed = authorization(given, asked);
    return { headers: changed === null ? headers : { ...headers, authorization: changed } };
  });
}

/** Changes each body; requests without one are left unchanged. */
export function bodied(body: (fields: Fields, asked: Asked) => string, type?: string): Partial<Habits> {
  return sends((asked) => {
    if (asked.body === null) return {};
    const headers = type === undefined ? asked.headers : { ...asked.headers, 'content-type': type };
    return { body: body(fieldsOf(asked), asked), headers };
  });
}

/** Changes the body of a webhook test. */
export function tested(change: (fields: Fields) => unknown): Partial<Habits> {
  return bodied((fields, { path }) => JSON.stringify(path.endsWith('/test') ? change(fields) : fields));
}

/** The fields of a body. */
export function fieldsOf({ body }: Asked): Fields {
  const json: unknown = body === null ? {} : JSON.parse(body);
  return isRecord(json) ? json : {};
}

/** All fields but one. */
export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}

/** Changes its own waits; `Retry-After` is obeyed, and it makes the declared number of attempts. */
export function waits(waitMs: (attempt: number) => number): Partial<Habits> {
  return {
    waitMs: (attempt, retryAfter) => {
      const leastMs = statedMs(retryAfter);
      if (attempt >= policy.attempts || leastMs > policy.retryAfterMax * 1000) return null;
      return Math.max(leastMs, waitMs(attempt));
    },
  };
}

/** Changes how it interprets `Retry-After`; its own waits are as declared. */
export function stated(readMs: (retryAfter: string) => number): Partial<Habits> {
  return {
    waitMs: (attempt, retryAfter) => {
      const ms = retryAfter === null ? 0 : readMs(retryAfter);
      if (attempt >= policy.attempts || ms > policy.retryAfterMax * 1000) return null;
      return Math.max(ms, policy.base * policy.factor ** (attempt - 1));
    },
  };
}

/** Changes each condition of a filter. */
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

/** Sends filters in brackets, each condition changed. @param list - how lists are written */
export function inBrackets(
  change: (condition: unknown) => unknown = (condition) => condition,
  list: 'several' | 'commas' = 'several',
): Partial<Habits> {
  return sends(({ query: { filter, ...query } }) => {
    if (filter === undefined) return {};
    const given: unknown = JSON.parse(filter);
    const parameters = Object.entries(isRecord(given) ? given : {}).flatMap(([field, condition]) =>
      bracketsOf(`filter[${field}]`, change(condition), list),
    );
    return { query: { ...query, ...Object.fromEntries(parameters) } };
  });
}

function bracketsOf(
  name: string,
  condition: unknown,
  list: 'several' | 'commas',
): readonly (readonly [name: string, value: string])[] {
  if (Array.isArray(condition) && list === 'several')
    return condition.map((element, at) => [`${name}[${at}]`, String(element)]);
  if (!isRecord(condition)) return [[name, String(condition)]];
  return Object.entries(condition).map(([operator, operand]) => [`${name}[${operator}]`, String(operand)]);
}

/** Changes what the caller gets when a key is created. */
export function created(change: (key: Fields) => unknown): Partial<Habits> {
  return { brought: (value, call) => (call === 'apiKeys.create' && isRecord(value) ? change(value) : value) };
}

/** All headers but one. */
export function withoutHeader({ headers }: Asked, name: string): Asked['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name));
}
