/** What the script sends: inputs that every service must accept or refuse, and others that it may treat as it likes. */
import type { JsonObject } from '@outreach-api/model/records/is-record';

/** Text that every service accepts, and returns unchanged. */
export const ordinaryTexts = [
  'Ada',
  "Łuca O'Brien-Ñandú",
  '𠀋'.repeat(50),
  `a${'b'.repeat(48)}Ω`,
  '7',
] as const;

/** Text that a service may refuse. */
export const oddTexts: readonly unknown[] = [
  '',
  ' ',
  '  blanks around ',
  'x'.repeat(51),
  'y'.repeat(255),
  'z'.repeat(256),
  '𠀋'.repeat(60),
  'a\ud800b',
  'a\nb',
  7,
  true,
  null,
  ['a'],
  { a: 1 },
];

/** Queries of the list that every service accepts. */
export const ordinaryQueries = [
  '',
  'limit=1',
  'limit=7',
  'limit=7&offset=7',
  'limit=20&offset=0',
  'limit=20&offset=20',
  'limit=3&offset=1',
  'offset=5',
  'limit=19',
];

/** Queries of the list that a service may accept or refuse, or answer as it likes. */
export const oddQueries = [
  'further=1&limit=2',
  ...['0', '-1', '21', '50', '51', '100', '101', '1000', '1001', 'x', '1.5', '', '1e1', ' 2', '00002'].map(
    (limit) => `limit=${encodeURIComponent(limit)}`,
  ),
  ...['-1', '47', '48', '1000', 'x', '1.5', '', '999999999999', '0002'].map(
    (offset) => `offset=${encodeURIComponent(offset)}`,
  ),
];

/** Filters that every service with filters accepts, on the fields of a record. */
export function ordinaryFilters(record: JsonObject): readonly JsonObject[] {
  return ['event', 'request_method', 'target_url', 'uuid'].flatMap((field) => {
    const value = record[field];
    return [
      { [field]: value },
      { [field]: [value, 'something else'] },
      { [field]: ['something else', 'and else'] },
      ...['=', '!=', '<>', '<', '<=', '>', '>='].map((operator) => ({ [field]: { [operator]: value } })),
      { [field]: 'is_null' },
      { [field]: 'is_not_null' },
      { [field]: 'nothing of the kind' },
    ];
  });
}

/** Filters that a service may treat as it likes. */
export function oddFilters(record: JsonObject): readonly unknown[] {
  return [
    ...['name', 'delivery_count', 'created_at', 'nothing'].flatMap((field) => {
      const value = record[field] ?? 'Made 3';
      return [
        { [field]: value },
        { [field]: [value] },
        ...['!=', '<', '<=', '>', '>='].map((operator) => ({ [field]: { [operator]: value } })),
        { [field]: 'is_null' },
        { [field]: 'is_not_null' },
      ];
    }),
    { event: [] },
    { event: { like: 'x' } },
    { event: { '!=': null } },
    { event: null },
    { event: 7 },
    { delivery_count: { '>': 2, '<': 9 } },
    { created_at: { '<': 'no date' } },
    { event: String(record['event']).toUpperCase() },
    { event: record['event'], request_method: 'POST' },
    { event: 'none', request_method: record['request_method'] },
    {},
    [],
    'text',
    null,
  ];
}

/** Filters in brackets that a service may treat as it likes. */
export const oddBrackets = [
  'filter[]=1',
  'filter[event=x',
  'filter[event][0]=x&filter[event][1]=y',
  'filter[event][]=x&filter[event]=y',
];

/** A filter as query parameters in brackets. */
export function inBrackets(filter: JsonObject): string {
  const parameters = new URLSearchParams();
  for (const [field, condition] of Object.entries(filter)) {
    if (Array.isArray(condition))
      for (const one of condition) parameters.append(`filter[${field}][]`, String(one));
    else if (typeof condition === 'object' && condition !== null)
      for (const [operator, operand] of Object.entries(condition))
        parameters.append(`filter[${field}][${operator}]`, String(operand));
    else parameters.append(`filter[${field}]`, String(condition));
  }
  return String(parameters);
}

/** Updates that every service accepts. */
export const ordinaryUpdates: readonly JsonObject[] = ordinaryTexts.flatMap((text, at) => {
  const other = ordinaryTexts[(at + 1) % ordinaryTexts.length] ?? text;
  return [
    { first_name: text },
    { last_name: text },
    { label: text },
    { first_name: text, label: other },
    { first_name: text, last_name: other, label: text },
  ];
});

/** Updates that a service may refuse. */
export const oddUpdates: readonly unknown[] = [
  ...['first_name', 'last_name', 'label'].flatMap((field) => oddTexts.map((text) => ({ [field]: text }))),
  ...[{ days: [1, 2] }, {}, null, [], 'text', 7].map((schedule) => ({ schedule })),
  { first_name: 'Ada', unknown: 1 },
  { status: 'disabled', uuid: 'x', team_id: 7, created_at: '2001-01-01T00:00:00Z' },
  {},
  [],
  null,
  'text',
];

/** Bodies of a webhook test that lack something, or contain something that a service may refuse. */
export function oddTests(whole: JsonObject, uuid: string): readonly JsonObject[] {
  return [
    ...[7, null, '', 'contact_unheard_of', 'x'.repeat(300)].map((event) => ({ ...whole, event })),
    ...[7, null, '', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'post', 'CUSTOM'].map(
      (request_method) => ({
        ...whole,
        request_method,
      }),
    ),
    ...[7, null, '', 'no address', 'ftp://127.0.0.1/x', 'http://127.0.0.1:9/x', 'HTTP://127.0.0.1:9/x'].map(
      (target_url) => ({ ...whole, target_url }),
    ),
    ...[7, null, '', 'no uuid', uuid.toUpperCase(), '6d0f6a4e-3f6e-4e0b-9a57-0123456789ab'].map((one) => ({
      ...whole,
      uuid: one,
    })),
    { ...whole, further: 1 },
  ];
}
