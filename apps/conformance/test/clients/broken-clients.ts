/** Clients each of which breaks one statement: the small client with one habit changed. */
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

type Fields = Readonly<Record<string, unknown>>;

function sends(change: (asked: Asked, attempt: number) => Partial<Asked>): Partial<Habits> {
  return { send: (asked, attempt) => ({ ...asked, ...change(asked, attempt) }) };
}

function authorized(authorization: (given: string, asked: Asked) => string | null): Partial<Habits> {
  return sends((asked) => {
    const { authorization: given = '', ...headers } = asked.headers;
    const changed = authorization(given, asked);
    return { headers: changed === null ? headers : { ...headers, authorization: changed } };
  });
}

/** A body as it is sent; what has none is left as it is. */
function bodied(body: (fields: Fields, asked: Asked) => string, type?: string): Partial<Habits> {
  return sends((asked) => {
    if (asked.body === null) return {};
    const headers = type === undefined ? asked.headers : { ...asked.headers, 'content-type': type };
    return { body: body(fieldsOf(asked), asked), headers };
  });
}

/** The body of a webhook test. */
function tested(change: (fields: Fields) => unknown): Partial<Habits> {
  return bodied((fields, { path }) => JSON.stringify(path.endsWith('/test') ? change(fields) : fields));
}

function fieldsOf({ body }: Asked): Fields {
  const json: unknown = body === null ? {} : JSON.parse(body);
  return isRecord(json) ? json : {};
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}

/** Waits of its own; `Retry-After` is obeyed, and attempts are those that are declared. */
function waits(waitMs: (attempt: number) => number): Partial<Habits> {
  return {
    waitMs: (attempt, retryAfter) => {
      const told = toldMs(retryAfter);
      if (attempt >= policy.attempts || told > policy.retryAfterMax * 1000) return null;
      return Math.max(told, waitMs(attempt));
    },
  };
}

/** Its own waits are those that it declares; what it makes of `Retry-After` is not. */
function told(readMs: (retryAfter: string) => number): Partial<Habits> {
  return {
    waitMs: (attempt, retryAfter) => {
      const ms = retryAfter === null ? 0 : readMs(retryAfter);
      if (attempt >= policy.attempts || ms > policy.retryAfterMax * 1000) return null;
      return Math.max(ms, policy.base * policy.factor ** (attempt - 1));
    },
  };
}

function filtered(change: (condition: unknown) => unknown): Partial<Habits> {
  return sends(({ query }) => {
    const { filter } = query;
    if (filter === undefined) return {};
    const given: unknown = JSON.parse(filter);
    const conditions = Object.entries(isRecord(given) ? given : {});
    const changed = Object.fromEntries(conditions.map(([field, condition]) => [field, change(condition)]));
    return { query: { ...query, filter: JSON.stringify(changed) } };
  });
}

const operatorNames: Readonly<Record<string, string>> = {
  '=': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

const isCreation = (call: string): boolean => call === 'apiKeys.create';

function created(change: (key: Fields) => unknown): Partial<Habits> {
  return { brought: (value, call) => (isCreation(call) && isRecord(value) ? change(value) : value) };
}

/** All of them, by the statements that they break. */
export const brokenClients: readonly BrokenClient[] = [
  { name: 'no credential', breaks: 'CLI-01', habits: authorized(() => null) },
  {
    name: 'the scheme Basic',
    breaks: 'CLI-01',
    habits: authorized((given) => given.replace('Bearer', 'Basic')),
  },
  {
    name: 'the scheme Token',
    breaks: 'CLI-01',
    habits: authorized((given) => given.replace('Bearer', 'Token')),
  },
  {
    name: 'the key without a scheme',
    breaks: 'CLI-01',
    habits: authorized((given) => given.replace('Bearer ', '')),
  },
  {
    name: 'the key in the query',
    breaks: 'CLI-01',
    habits: sends(({ headers: { authorization = '', ...headers }, query }) => ({
      headers,
      query: { ...query, token: authorization },
    })),
  },
  {
    name: 'the key in a header of another name',
    breaks: 'CLI-01',
    habits: sends(({ headers: { authorization = '', ...headers } }) => ({
      headers: { ...headers, 'x-api-key': authorization },
    })),
  },
  {
    name: 'no credential where it deletes',
    breaks: 'CLI-01',
    habits: authorized((given, { method }) => (method === 'DELETE' ? null : given)),
  },
  { name: 'a key that is cut', breaks: 'CLI-01', habits: authorized((given) => given.slice(0, -4)) },
  {
    name: 'no credential from the second page on',
    breaks: 'CLI-01',
    habits: authorized((given, { query }) => (Number(query['offset'] ?? 0) >= 20 ? null : given)),
  },

  {
    name: 'no Content-Type',
    breaks: 'CLI-02',
    habits: sends(({ headers: { 'content-type': _, ...headers } }) => ({ headers })),
  },
  {
    name: 'JSON as text/plain',
    breaks: 'CLI-02',
    habits: bodied((fields) => JSON.stringify(fields), 'text/plain'),
  },
  {
    name: 'a form',
    breaks: 'CLI-02',
    habits: bodied(
      (fields) =>
        new URLSearchParams(
          Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString(),
      'application/x-www-form-urlencoded',
    ),
  },
  { name: 'a form that is called JSON', breaks: 'CLI-02', habits: bodied(() => 'name=Ada&event=a') },
  {
    name: 'JSON with a comma too many',
    breaks: 'CLI-02',
    habits: bodied((_, { body }) => `${body?.slice(0, -1)},}`),
  },
  {
    name: 'a media type of its own',
    breaks: 'CLI-02',
    habits: bodied((fields) => JSON.stringify(fields), 'application/vnd.api+json'),
  },
  {
    name: 'no Content-Type where it updates',
    breaks: 'CLI-02',
    habits: sends(({ method, headers }) => {
      const { 'content-type': _, ...others } = headers;
      return { headers: method === 'PUT' ? others : headers };
    }),
  },

  { name: 'at once', breaks: 'CLI-03', habits: waits(() => 0) },
  { name: 'evenly', breaks: 'CLI-03', habits: waits(() => 200) },
  { name: 'linearly', breaks: 'CLI-03', habits: waits((attempt) => 200 * attempt) },
  {
    name: 'half as long as declared',
    breaks: 'CLI-03',
    habits: waits((attempt) => 100 * 2 ** (attempt - 1)),
  },
  { name: '×1.2', breaks: 'CLI-03', habits: waits((attempt) => 200 * 1.2 ** (attempt - 1)) },
  {
    name: 'capped before it declares',
    breaks: 'CLI-03',
    habits: waits((attempt) => Math.min(400, 100 * 2 ** attempt)),
  },
  {
    name: 'at once from the third on',
    breaks: 'CLI-03',
    habits: waits((attempt) => (attempt > 2 ? 0 : 200 * attempt)),
  },
  { name: 'shorter and shorter', breaks: 'CLI-03', habits: waits((attempt) => 800 / attempt) },
  {
    name: 'more often than declared',
    breaks: 'CLI-03',
    habits: { waitMs: (attempt) => (attempt < 9 ? 200 * 2 ** (attempt - 1) : null) },
    declares: { ...policy, retryAfterMax: 0 },
  },
  { name: 'before `Retry-After`', breaks: 'CLI-03', habits: told(() => 0) },
  { name: 'seconds read as milliseconds', breaks: 'CLI-03', habits: told((text) => toldMs(text) / 1000) },
  {
    name: 'before a date',
    breaks: 'CLI-03',
    habits: told((text) => (/^\d+$/.test(text) ? Number(text) * 1000 : 0)),
  },
  {
    name: 'a long `Retry-After` cut to 30 s',
    breaks: 'CLI-03',
    habits: told((text) => Math.min(30_000, toldMs(text))),
  },
  {
    name: 'a policy that is none',
    breaks: 'CLI-03',
    habits: waits(() => 200),
    declares: { ...policy, factor: 1 },
  },
  { name: 'at once, undeclared', breaks: 'CLI-03', habits: waits(() => 0), declares: null },

  {
    name: 'a test without its event',
    breaks: 'CLI-04',
    habits: tested((fields) => without(fields, 'event')),
  },
  {
    name: 'a test without its method',
    breaks: 'CLI-04',
    habits: tested((fields) => without(fields, 'request_method')),
  },
  {
    name: 'a test without its address',
    breaks: 'CLI-04',
    habits: tested((fields) => without(fields, 'target_url')),
  },
  {
    name: 'only the uuid of a known webhook',
    breaks: 'CLI-04',
    habits: tested((fields) => ('uuid' in fields ? { uuid: fields['uuid'] } : fields)),
  },
  {
    name: 'null as its method',
    breaks: 'CLI-04',
    habits: tested((fields) => ({ ...fields, request_method: null })),
  },
  {
    name: 'names in camel case',
    breaks: 'CLI-04',
    habits: tested(({ event, request_method: requestMethod, target_url: targetUrl }) => ({
      event,
      requestMethod,
      targetUrl,
    })),
  },
  { name: 'a configuration within another', breaks: 'CLI-04', habits: tested((webhook) => ({ webhook })) },
  {
    name: 'GET whatever was given',
    breaks: 'CLI-04',
    habits: tested((fields) => ({ ...fields, request_method: 'GET' })),
  },

  {
    name: 'one more page after the last',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.data.length > 0 ? offset + page.data.length : null) },
  },
  {
    name: 'one more page after a full one',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.data.length < page.limit ? null : offset + page.limit) },
  },
  {
    name: 'steps as long as was asked for',
    breaks: 'CLI-05',
    habits: { next: (page, offset, limit) => (page.has_more ? offset + (limit ?? page.limit) : null) },
  },
  { name: 'the first page alone', breaks: 'CLI-05', habits: { next: () => null } },
  {
    name: 'the end at a page of less than 20',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.data.length < 20 ? null : offset + page.data.length) },
  },
  {
    name: 'the last record of a page twice',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.has_more ? offset + Math.max(1, page.data.length - 1) : null) },
  },
  {
    name: 'a record left out between pages',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.has_more ? offset + page.data.length + 1 : null) },
  },
  {
    name: 'the last record left out',
    breaks: 'CLI-05',
    habits: { walked: (records) => records.slice(0, -1) },
  },
  {
    name: 'the numbers of pages as offsets',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.has_more ? offset + 1 : null) },
  },

  {
    name: 'operators by name',
    breaks: 'CLI-06',
    habits: filtered((condition) =>
      isRecord(condition)
        ? Object.fromEntries(
            Object.entries(condition).map(([name, value]) => [operatorNames[name] ?? name, value]),
          )
        : condition,
    ),
  },
  {
    name: 'scalars under an operator by name',
    breaks: 'CLI-06',
    habits: filtered((condition) => (typeof condition === 'string' ? { eq: condition } : condition)),
  },
  {
    name: 'lists under an operator of their own',
    breaks: 'CLI-06',
    habits: filtered((condition) => (Array.isArray(condition) ? { in: condition } : condition)),
  },
  {
    name: 'tests for null as an object',
    breaks: 'CLI-06',
    habits: filtered((condition) => (condition === 'is_null' ? { is_null: true } : condition)),
  },
  {
    name: 'lists within lists',
    breaks: 'CLI-06',
    habits: filtered((condition) => (Array.isArray(condition) ? [condition] : condition)),
  },
  {
    name: 'a list of conditions',
    breaks: 'CLI-06',
    habits: sends(({ query }) =>
      query['filter'] === undefined ? {} : { query: { ...query, filter: `[${query['filter']}]` } },
    ),
  },

  {
    name: 'a retry without its body',
    breaks: 'CLI-07',
    habits: sends((_, attempt) => (attempt > 1 ? { body: null } : {})),
    also: ['CLI-04'],
  },
  {
    name: 'a retry without its query',
    breaks: 'CLI-07',
    habits: sends((_, attempt) => (attempt > 1 ? { query: {} } : {})),
  },
  {
    name: 'a retry whose body says so',
    breaks: 'CLI-07',
    habits: sends((asked, attempt) =>
      attempt > 1 && asked.body !== null ? { body: JSON.stringify({ ...fieldsOf(asked), attempt }) } : {},
    ),
  },
  {
    name: 'a retry whose address says so',
    breaks: 'CLI-07',
    habits: sends(({ query }, attempt) =>
      attempt > 1 ? { query: { ...query, attempt: String(attempt) } } : {},
    ),
  },
  {
    name: 'a retry without its credential',
    breaks: 'CLI-07',
    habits: sends(({ headers: { authorization = '', ...headers } }, attempt) => ({
      headers: attempt > 1 ? headers : { ...headers, authorization },
    })),
    also: ['CLI-01'],
  },
  {
    name: 'an update that is posted when it is tried again',
    breaks: 'CLI-07',
    habits: sends(({ method }, attempt) => (attempt > 1 && method === 'PUT' ? { method: 'POST' } : {})),
  },

  {
    name: 'a new key without `last_token`',
    breaks: 'CLI-08',
    habits: created((key) => without(key, 'last_token')),
  },
  { name: 'nothing of a new key', breaks: 'CLI-08', habits: created(() => null) },
  { name: 'only the name of a new key', breaks: 'CLI-08', habits: created(({ name }) => name) },
  {
    name: 'a new key that is cut',
    breaks: 'CLI-08',
    habits: created((key) => ({ ...key, last_token: String(key['last_token']).slice(0, -10) })),
  },
  {
    name: 'a new key that is masked',
    breaks: 'CLI-08',
    habits: created((key) => ({ ...key, last_token: '***' })),
  },
];
