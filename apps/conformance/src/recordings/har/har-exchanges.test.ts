/** Archives of browsers, proxies and this suite can be read, and what is left out is reported. */
import { describe, expect, it } from 'vitest';
import { judgeArchive } from '../../judge-archive.ts';
import type { Run } from '../../run.ts';
import { archiveIn } from './archive.ts';
import { baseAddressOf } from './base-address.ts';
import { exchangesIn, type ArchivedExchanges } from './har-exchanges.ts';

const baseUrl = 'https://api.example.com/v2';
const list = `${baseUrl}/integrations/api/webhooks`;
const page = { data: [], limit: 20, offset: 0, total: 0, has_more: false };

type Fields = Readonly<Record<string, unknown>>;

interface Told {
  readonly method?: string;
  readonly url?: string;
  readonly at?: number;
  readonly request?: Fields;
  readonly response?: Fields;
  readonly content?: Fields;
  readonly entry?: Fields;
}

function entry({ method = 'GET', url = list, at = 0, ...told }: Told = {}): Fields {
  const text = JSON.stringify(page);
  return {
    startedDateTime: new Date(1_790_000_000_000 + at).toISOString(),
    time: 10,
    timings: { blocked: 1, dns: -1, connect: 2, ssl: 1, send: 1, wait: 4, receive: 2 },
    request: {
      method,
      url,
      headers: [{ name: 'Authorization', value: 'Bearer abcdefgh1' }],
      bodySize: 0,
      ...told.request,
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: text.length, mimeType: 'application/json', text, ...told.content },
      ...told.response,
    },
    ...told.entry,
  };
}

function archive(...entries: readonly Fields[]): ReturnType<typeof archiveIn> {
  return archiveOf('a', ...entries);
}

function archiveOf(name: string, ...entries: readonly Fields[]): ReturnType<typeof archiveIn> {
  return archiveIn(
    JSON.stringify({ log: { version: '1.2', creator: { name, version: '1' }, entries } }),
    'a.har',
  );
}

function read(...entries: readonly Fields[]): ArchivedExchanges {
  return exchangesIn(archive(...entries), baseUrl);
}

function judged(...entries: readonly Fields[]): Run {
  return judgeArchive(archive(...entries), { baseUrl });
}

function verdicts(run: Run, ...ids: readonly string[]): Fields {
  return Object.fromEntries(ids.map((id) => [id, run.results.find(({ rule }) => rule.id === id)?.verdict]));
}

it('reads an exchange with its times', () => {
  const { exchanges, showsCredentials } = read(entry());
  expect(showsCredentials).toBe(true);
  expect(exchanges).toMatchObject([
    {
      arrivedAt: 1_790_000_000_004,
      answeredAt: 1_790_000_000_010,
      request: {
        operation: 'listWebhooks',
        path: '/integrations/api/webhooks',
        authorization: 'Bearer abcdefgh1',
      },
      answer: { status: 200, body: { kind: 'text' } },
    },
  ]);
});

it('does not count the time that mitmproxy takes to connect to the server: it connects earlier, or while it waits', () => {
  const timings = { connect: 120, ssl: 80, send: 1, wait: 50, receive: 2 };
  const told = entry({ entry: { timings, time: 253 } });
  expect(exchangesIn(archiveOf('mitmproxy', told), baseUrl).exchanges).toMatchObject([
    { arrivedAt: 1_790_000_000_001, answeredAt: 1_790_000_000_053 },
  ]);
});

it('does not count `ssl` twice, as Playwright does in `time`', () => {
  const timings = { dns: 1, connect: 100, ssl: 60, send: 0, wait: 20, receive: 3 };
  const told = entry({ entry: { timings, time: 184 } });
  expect(read(told).exchanges).toMatchObject([
    { arrivedAt: 1_790_000_000_101, answeredAt: 1_790_000_000_124 },
  ]);
});

it.each<[string, Told]>([
  ['preflights of a browser (OPTIONS)', { method: 'OPTIONS' }],
  ['requests to somewhere else', { url: 'https://elsewhere.example.com/' }],
  ['requests that are none of the seven operations', { url: `${baseUrl}/login` }],
  ['answered from the cache of a browser', { entry: { _fromCache: 'disk' } }],
  ['answered by a service worker', { response: { _fetchedViaServiceWorker: true } }],
  ['recorded without headers', { request: { headers: [] } }],
  ['answered by a test in place of the server', { entry: { _wasFulfilled: true } }],
  ['sent elsewhere by the browser itself', { response: { status: 307, statusText: 'Internal Redirect' } }],
])('leaves out, and reports: %s', (why, told) => {
  const { exchanges, leftOut } = read(entry(), entry({ at: 5, ...told }));
  expect(exchanges).toHaveLength(1);
  expect([...leftOut]).toEqual([[why, 1]]);
});

it('counts duplicate entries once', () => {
  expect(read(entry(), entry()).exchanges).toHaveLength(1);
});

it.each<[string, Told, object | null]>([
  [
    'base64',
    { content: { text: Buffer.from('{"a":"ü"}').toString('base64'), encoding: 'base64', size: 10 } },
    { kind: 'text', text: '{"a":"ü"}' },
  ],
  ['the size of the compressed body', { content: { size: 3 } }, { kind: 'text' }],
  ['a body that was cut', { content: { size: 100_000 } }, { kind: 'unknown' }],
  [
    'a small one, which compression made larger',
    { content: { size: 70, compression: -10 } },
    { kind: 'text' },
  ],
  ['a comment that says so', { content: { comment: 'Response body is truncated' } }, { kind: 'unknown' }],
  ['no body where one may have been', { content: { text: undefined } }, { kind: 'unknown' }],
  [
    'none if there can be none',
    { content: { text: undefined }, response: { status: 204 } },
    { kind: 'none' },
  ],
  ['an answer that never came', { response: { status: 0, content: {} } }, null],
])('reads answers: %s', (_, told, body) => {
  const [exchange] = read(entry(told)).exchanges;
  if (body === null) expect(exchange?.answer).toBeNull();
  else expect(exchange?.answer?.body).toMatchObject(body);
});

it.each<[string, Fields, object]>([
  [
    'text',
    { postData: { mimeType: 'application/json', text: '{}' }, bodySize: 2 },
    { kind: 'text', text: '{}' },
  ],
  ['none', { bodySize: 0 }, { kind: 'none' }],
  ['one that is left out', { bodySize: 7 }, { kind: 'unknown' }],
  ['an empty one', { bodySize: 0, postData: { mimeType: '', text: '' } }, { kind: 'none' }],
  ['one that Playwright leaves out', { bodySize: 7, postData: { text: '' } }, { kind: 'unknown' }],
  ['one of unknown size', { bodySize: -1, postData: { text: '' } }, { kind: 'unknown' }],
  [
    'one of a stream',
    { headers: [{ name: 'content-type', value: 'application/json' }] },
    { kind: 'unknown' },
  ],
])('reads what was sent: %s', (_, request, body) => {
  expect(
    read(entry({ method: 'POST', url: `${list}/test`, request })).exchanges[0]?.request.body,
  ).toMatchObject(body);
});

describe('without credentials', () => {
  const bare = { request: { headers: [{ name: 'accept', value: '*/*' }] } };

  it('no verdict is based on them', () => {
    const run = judged(entry(bare), entry({ ...bare, at: 50 }));
    expect(verdicts(run, 'CLI-01', 'PAGE-01')).toEqual({ 'CLI-01': 'skipped', 'PAGE-01': 'inconclusive' });
  });

  it('their absence is reported if other requests have one', () => {
    expect(verdicts(judged(entry(), entry({ ...bare, at: 50 })), 'CLI-01')).toEqual({ 'CLI-01': 'fail' });
  });
});

it('does not take a placeholder for a key as the key', () => {
  const created = {
    jti: 'a',
    user_id: 1,
    team_id: 1,
    name: 'x',
    last_token: '[REDACTED]',
    created_at: '2026-11-20T12:00:00Z',
  };
  const creation = (at: number): Fields =>
    entry({
      at,
      method: 'POST',
      url: `${baseUrl}/id/api/jwt-tokens/create-api-key`,
      request: {
        headers: [{ name: 'content-type', value: 'application/json' }],
        postData: { mimeType: 'application/json', text: '{"name":"x"}' },
      },
      content: { text: JSON.stringify({ ...created, jti: `key ${at}` }), size: 1 },
    });
  const run = judged(creation(0), creation(50));
  expect(verdicts(run, 'KEY-01', 'KEY-04', 'KEY-07')).not.toContain('fail');
  expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

describe('a request repeated immediately after 429, by a clock that is 3 ms off', () => {
  const limited = { status: 429, headers: [], content: { text: '', size: 0 } };
  // An entry is sent 4 ms after its start, and its answer begins 4 ms later.
  const repeated = (httpVersion: string, connection: readonly string[]): Run =>
    judged(
      ...[...Array.from({ length: 20 }, () => limited), {}].map((response, at) =>
        entry({
          at: at * 2,
          request: { httpVersion },
          response,
          entry: { connection: connection[at % connection.length] },
        }),
      ),
    );

  it('is a retry on the same HTTP/1 connection, which takes one request at a time', () => {
    expect(verdicts(repeated('http/1.1', ['5021']), 'CLI-03')).toEqual({ 'CLI-03': 'fail' });
  });

  it.each([
    ['on two connections', 'HTTP/1.1', ['5021', '5022']],
    ['with HTTP/2', 'h2', ['5021']],
    ['if the connection is named by the port of the server', 'HTTP/1.1', ['443']],
  ])('may have been sent beside it %s', (_, httpVersion, connection) => {
    expect(verdicts(repeated(httpVersion, connection), 'CLI-03')).toEqual({ 'CLI-03': 'inconclusive' });
  });
});

describe('the base address', () => {
  it('is that of most requests, or the given one', () => {
    const elsewhere = entry({ url: 'http://localhost:3000/integrations/api/webhooks/test', method: 'POST' });
    const { entries } = archive(entry(), entry({ at: 1 }), elsewhere);
    expect(baseAddressOf(entries, 'a.har')).toBe(baseUrl);
    expect(baseAddressOf(entries, 'a.har', 'http://localhost:3000/')).toBe('http://localhost:3000');
    expect(() => baseAddressOf(entries, 'a.har', 'http://nowhere')).toThrow(
      `but to ${baseUrl} and http://localhost:3000`,
    );
  });

  it('is unknown if no request is of the API', () => {
    expect(() => baseAddressOf(archive(entry({ url: baseUrl })).entries, 'a.har')).toThrow(
      'a.har: none of its 1 requests is one of the seven operations of the API',
    );
  });
});

it.each([
  ['', 'it is empty'],
  ['{"log":', 'it is not JSON; was it cut?'],
  ['[]', '`log` is missing'],
  ['{"log":{}}', '`log.entries` is not a list'],
  ['{"log":{"entries":[{}]}}', 'entry 0 has no `request`'],
  ['{"log":{"entries":[{"request":{},"response":{}}]}}', 'the request of entry 0 has no `method` and `url`'],
])('says what is wrong with %j', (text, why) => {
  expect(() => archiveIn(text, 'a.har')).toThrow(`a.har: it is not an HTTP archive (HAR 1.2): ${why}`);
});
