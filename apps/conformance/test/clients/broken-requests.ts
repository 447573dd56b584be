/** Clients whose requests each break a statement. */
import { isRecord } from '@outreach-api/model/records/is-record';
import {
  authorized,
  bodied,
  filtered,
  inBrackets,
  sends,
  tested,
  without,
  withoutHeader,
  type BrokenClient,
} from './broken-client.ts';

const operatorNames: Readonly<Record<string, string>> = {
  '=': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

/** Clients that break what the description says about credentials, bodies, webhook tests and filters. */
export const brokenRequests: readonly BrokenClient[] = [
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
    habits: sends((asked) => ({ headers: withoutHeader(asked, 'content-type') })),
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
    habits: sends((asked) =>
      asked.method === 'PUT' ? { headers: withoutHeader(asked, 'content-type') } : {},
    ),
  },

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
    name: 'null for `is_null`',
    breaks: 'CLI-06',
    habits: filtered((condition) => (condition === 'is_null' ? null : condition)),
  },
  {
    name: 'a list as one text',
    breaks: 'CLI-06',
    habits: filtered((condition) => (Array.isArray(condition) ? condition.join(',') : condition)),
  },
  ...(
    [
      ['<', '>'],
      ['<=', '<'],
      ['>=', '>'],
      ['!=', '='],
      ['<>', '='],
      ['=', '!='],
    ] as const
  ).map(([asked, sent]): BrokenClient => ({
    name: `\`${asked}\` sent as \`${sent}\``,
    breaks: 'CLI-06',
    habits: filtered((condition) =>
      isRecord(condition) && asked in condition ? { [sent]: condition[asked] } : condition,
    ),
  })),
  {
    name: 'operands in lower case',
    breaks: 'CLI-06',
    habits: filtered((condition) =>
      isRecord(condition)
        ? Object.fromEntries(
            Object.entries(condition).map(([name, value]) => [name, String(value).toLowerCase()]),
          )
        : condition,
    ),
  },
  {
    name: 'a filter left out',
    breaks: 'CLI-06',
    habits: sends(({ query: { filter, ...query } }) => (filter === undefined ? {} : { query })),
  },
  {
    name: 'a filter left out from the second page on',
    breaks: 'CLI-06',
    habits: sends(({ query: { filter, ...query } }) =>
      filter === undefined || Number(query['offset'] ?? 0) === 0 ? {} : { query },
    ),
  },
  {
    name: 'a filter on another field',
    breaks: 'CLI-06',
    habits: sends(({ query }) =>
      query['filter'] === undefined
        ? {}
        : { query: { ...query, filter: query['filter'].replace('request_method', 'requestMethod') } },
    ),
  },
  {
    name: 'a condition that nobody asked for',
    breaks: 'CLI-06',
    habits: sends(({ query }) =>
      query['filter'] === undefined
        ? {}
        : { query: { ...query, filter: query['filter'].replace('{', '{"event":"is_not_null",') } },
    ),
  },
  {
    name: 'null for `is_null`, in brackets',
    breaks: 'CLI-06',
    habits: inBrackets((condition) => (condition === 'is_null' ? null : condition)),
  },
  {
    name: 'a list of conditions',
    breaks: 'CLI-06',
    habits: sends(({ query }) =>
      query['filter'] === undefined ? {} : { query: { ...query, filter: `[${query['filter']}]` } },
    ),
  },
];
