/** Archives of browsers, proxies and this suite can be read, and what is left out is reported. */
import { describe, expect, it } from 'vitest';
import {
  archive,
  archiveBy,
  archiveIn,
  baseUrl,
  entry,
  type EntryParts,
  type Fields,
} from '../../../test/archive-holding.ts';
import { judgeArchive } from '../../judge-archive.ts';
import type { Run } from '../../run.ts';
import { baseAddressOf } from './base-address.ts';
import { exchangesIn, type ArchivedExchanges } from './har-exchanges.ts';

async function read(...entries: readonly unknown[]): Promise<ArchivedExchanges> {
  return exchangesIn(await archive(...entries), baseUrl);
}

async function judged(...entries: readonly unknown[]): Promise<Run> {
  return judgeArchive(await archive(...entries), { baseUrl });
}

function verdicts(run: Run, ...ids: readonly string[]): Fields {
  return Object.fromEntries(ids.map((id) => [id, run.results.find(({ rule }) => rule.id === id)?.verdict]));
}

it('reads an exchange with its times', async () => {
  const { exchanges, showsCredentials } = await read(entry());
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

it('does not count the time that mitmproxy takes to connect to the server: it connects earlier, or while it waits', async () => {
  const timings = { connect: 120, ssl: 80, send: 1, wait: 50, receive: 2 };
  const archived = entry({ entry: { timings, time: 253 } });
  expect(exchangesIn(await archiveBy('mitmproxy', archived), baseUrl).exchanges).toMatchObject([
    { arrivedAt: 1_790_000_000_001, answeredAt: 1_790_000_000_053 },
  ]);
});

it('does not count `ssl` twice, as Playwright does in `time`', async () => {
  const timings = { dns: 1, connect: 100, ssl: 60, send: 0, wait: 20, receive: 3 };
  const archived = entry({ entry: { timings, time: 184 } });
  expect((await read(archived)).exchanges).toMatchObject([
    { arrivedAt: 1_790_000_000_101, answeredAt: 1_790_000_000_124 },
  ]);
});

it.each<[string, EntryParts]>([
  ['preflights of a browser (OPTIONS)', { method: 'OPTIONS' }],
  ['requests to somewhere else', { url: 'https://elsewhere.example.com/' }],
  ['requests that are none of the seven operations', { url: `${baseUrl}/login` }],
  ['answered from the cache of a browser', { entry: { _fromCache: 'disk' } }],
  ['answered by a service worker', { response: { _fetchedViaServiceWorker: true } }],
  ['recorded without headers', { request: { headers: [] } }],
  ['answered by a test in place of the server', { entry: { _wasFulfilled: true } }],
  ['sent elsewhere by the browser itself', { response: { status: 307, statusText: 'Internal Redirect' } }],
])('leaves out, and reports: %s', async (why, archived) => {
  const { exchanges, leftOut } = await read(entry(), entry({ at: 5, ...archived }));
  expect(exchanges).toHaveLength(1);
  expect([...leftOut]).toEqual([[why, 1]]);
});

it('reads methods in lower case', async () => {
  expect((await read(entry({ method: 'get' }))).exchanges).toMatchObject([
    { request: { operation: 'listWebhooks', method: 'GET' } },
  ]);
});

it.each<[string, unknown]>([
  ['none', null],
  ['text', 'entry'],
  ['one without a request', { ...entry(), request: undefined }],
  ['one without an answer', { ...entry(), response: 1 }],
  ['one without an address', entry({ request: { url: 'nowhere' } })],
  ['one without a time', entry({ entry: { startedDateTime: 'noon' } })],
])('leaves out a malformed entry, and reports it: %s', async (_, malformed) => {
  const { exchanges, leftOut } = await read(malformed, entry());
  expect(exchanges).toHaveLength(1);
  expect([...leftOut]).toEqual([['entries that are malformed', 1]]);
});

it('counts duplicate entries once', async () => {
  expect((await read(entry(), entry())).exchanges).toHaveLength(1);
});

describe('without credentials', async () => {
  const bare = { request: { headers: [{ name: 'accept', value: '*/*' }] } };

  it('no verdict is based on them', async () => {
    const run = await judged(entry(bare), entry({ ...bare, at: 50 }));
    expect(verdicts(run, 'CLI-01', 'AUTH-01', 'PAGE-01')).toEqual({
      'CLI-01': 'skipped',
      'AUTH-01': 'skipped',
      'PAGE-01': 'inconclusive',
    });
  });

  it.each([
    'REDACTED',
    '[REDACTED]',
    '*****',
    '',
    'xxxxxxxx',
    '<hidden>',
    'Filtered',
    '[value removed]',
    'Sensitive data',
    'Bearer ***',
    'Bearer [REDACTED]',
    'Bearer eyJhbGciOi...',
    '{{token}}',
    '--sanitized--',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'sha256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  ])('no verdict is based on them if they are replaced: %j', async (value) => {
    const hidden = { request: { headers: [{ name: 'authorization', value }] } };
    const refused = { ...hidden, response: { status: 401 } };
    const run = await judged(entry(hidden), entry({ ...refused, at: 50 }), entry({ ...hidden, at: 90 }));
    expect(verdicts(run, 'CLI-01')).toEqual({ 'CLI-01': 'skipped' });
    expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it.each([`eyJhbGciOiJIUzI1NiJ9.e30.c2ln`, 'Token abcdefgh1', 'Basic YTpi'])(
    'what a client sent instead is reported: %s',
    async (value) => {
      const wrong = { request: { headers: [{ name: 'authorization', value }] } };
      expect(verdicts(await judged(entry(wrong)), 'CLI-01')).toEqual({ 'CLI-01': 'fail' });
    },
  );

  it('their absence is reported if other requests have one', async () => {
    expect(verdicts(await judged(entry(), entry({ ...bare, at: 50 })), 'CLI-01')).toEqual({
      'CLI-01': 'fail',
    });
  });
});

it('does not take a placeholder for a key as the key', async () => {
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
  const run = await judged(creation(0), creation(50));
  expect(verdicts(run, 'KEY-01', 'KEY-04', 'KEY-07')).not.toContain('fail');
  expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

describe('a request repeated immediately after 429, by a clock that is 3 ms off', async () => {
  const limited = { status: 429, headers: [], content: { text: '', size: 0 } };
  // An entry is sent 4 ms after its start, and its answer begins 4 ms later.
  const repeated = async (httpVersion: string, connection: readonly string[]): Promise<Run> =>
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

  it('is a retry on the same HTTP/1 connection, which takes one request at a time', async () => {
    expect(verdicts(await repeated('http/1.1', ['5021']), 'CLI-03')).toEqual({ 'CLI-03': 'fail' });
  });

  it.each([
    ['on two connections', 'HTTP/1.1', ['5021', '5022']],
    ['with HTTP/2', 'h2', ['5021']],
    ['if the connection is named by the port of the server', 'HTTP/1.1', ['443']],
  ])('may have been sent beside it %s', async (_, httpVersion, connection) => {
    expect(verdicts(await repeated(httpVersion, connection), 'CLI-03')).toEqual({ 'CLI-03': 'inconclusive' });
  });
});

describe('the base address', async () => {
  it('is that of most requests, or the given one', async () => {
    const elsewhere = entry({ url: 'http://localhost:3000/integrations/api/webhooks/test', method: 'POST' });
    const { entries } = await archive(entry(), entry({ at: 1 }), elsewhere);
    expect(baseAddressOf(entries, 'a.har')).toBe(baseUrl);
    expect(baseAddressOf(entries, 'a.har', 'http://localhost:3000/')).toBe('http://localhost:3000');
    expect(() => baseAddressOf(entries, 'a.har', 'http://nowhere')).toThrow(
      `but to ${baseUrl} and http://localhost:3000`,
    );
  });

  it('is unknown if no request is of the API', async () => {
    const { entries } = await archive(entry({ url: baseUrl }));
    expect(() => baseAddressOf(entries, 'a.har')).toThrow(
      'a.har: none of its 1 requests is one of the seven operations of the API',
    );
  });
});

it.each([
  ['', 'it is empty'],
  ['{"log":', 'it is not JSON; was it cut?'],
  ['[]', '`log.entries` is missing or empty'],
  ['{"log":{"entries":[]}}', '`log.entries` is missing or empty'],
  ['{"log":{"entries":[{}]}}', 'entry 0 has no `request`'],
  ['{"log":{"entries":[1,{"request":{},"response":{}}]}}', 'entry 0 is not an object'],
  ['{"log":{"entries":[{"request":{},"response":{}}]}}', 'entry 0 has a request without `method` and `url`'],
])('says what is wrong with %j', async (text, why) => {
  await expect(archiveIn(text)).rejects.toThrow(`a.har: it is not an HTTP archive (HAR 1.2): ${why}`);
});
