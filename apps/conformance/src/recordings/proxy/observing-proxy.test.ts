/** The proxy forwards byte for byte what it should, whichever side hangs up, and reports the exchanges. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '@outreach-api/engine';
import { portOf } from '../../../test/port-of.ts';
import { closed, listening } from '../../../test/services/forwarding.ts';
import { endToEndHeaders } from './end-to-end-headers.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import { ObservingProxy } from './observing-proxy.ts';

const list = '/integrations/api/webhooks';
const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

interface Served {
  readonly direct: number;
  readonly observed: number;
  readonly seen: ObservedExchange[];
  readonly server: Server;
}

async function observing(listener: RequestListener, limitEvery: number | null = null): Promise<Served> {
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  const direct = await listening(server);
  open.push(async () => closed(server));
  const seen: ObservedExchange[] = [];
  const proxy = new ObservingProxy({
    upstream: new URL(`http://127.0.0.1:${direct}`),
    limitEvery,
    clock: systemClock,
    onExchange: (exchange) => seen.push(exchange),
    onRefused: () => undefined,
  });
  const url = await proxy.listen('127.0.0.1', 0);
  open.push(async () => proxy.close());
  return { direct, observed: Number(new URL(url).port), seen, server };
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

interface Came {
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: string;
  readonly trailers: readonly string[];
}

async function ask(port: number, { method = 'GET', path = list, headers = {}, body }: Sent): Promise<Came> {
  const sending = request({ port, method, path, agent: false });
  for (const [name, value] of Object.entries(headers)) sending.setHeader(name, value);
  sending.end(body);
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  if (answer === undefined) throw new TypeError('no answer');
  const bytes = await buffer(answer);
  return {
    status: `${answer.statusCode} ${answer.statusMessage}`,
    headers: endToEndHeaders(answer.rawHeaders),
    body: bytes.toString('base64'),
    trailers: answer.rawTrailers,
  };
}

/** Answers with the request, as it was received. */
const echo: RequestListener = (incoming, response) => {
  void text(incoming).then((body) => {
    const { method, url, rawHeaders, headers } = incoming;
    const kept = endToEndHeaders(rawHeaders).filter(
      (part, at, all) => part !== 'Host' && all[at - 1] !== 'Host',
    );
    const said = JSON.stringify({
      method,
      url,
      kept,
      body,
      framing: [headers['content-length'], headers['transfer-encoding']],
    });
    response.sendDate = false;
    response.writeHead(200, 'Quite Well', [
      'X-One',
      'a',
      'Set-Cookie',
      'a=1; Path=/',
      'set-cookie',
      'b=2',
      'X-one',
      'b',
      'Content-Type',
      'application/json',
    ]);
    response.end(said);
  });
};

it.each<[string, Sent]>([
  ['a path with unusual characters', { path: '/x/%2F..//%e4?a=1&a=%20&&b' }],
  ['repeated headers', { headers: { 'X-Many': ['1', '2'], 'x-UPPER': 'A,  b', 'Accept-Encoding': 'br' } }],
  ['a body with a length', { method: 'PUT', headers: { 'Content-Length': '4' }, body: 'a\u00FCb' }],
  ['a body in chunks', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' }, body: 'abc' }],
  ['a body on GET', { headers: { 'Content-Length': '2' }, body: '{}' }],
  ['no body on DELETE', { method: 'DELETE' }],
  ['an empty body', { method: 'POST', headers: { 'Content-Length': '0' } }],
  [
    'a WebSocket upgrade request',
    { headers: { Connection: 'Upgrade, X-Hop', Upgrade: 'websocket', 'X-Hop': '1' } },
  ],
])('forwards %s, and the answer', async (_, sent) => {
  const { direct, observed } = await observing(echo);
  expect(await ask(observed, sent)).toEqual(await ask(direct, sent));
});

it('returns bodies unchanged: compressed, empty, chunked with trailers, and large ones', async () => {
  const large = Buffer.alloc(9_000_000, 'large ');
  const { direct, observed } = await observing(({ url = '', method }, response) => {
    response.sendDate = false;
    if (url.startsWith('/gzip'))
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('text'));
    else if (url.startsWith('/none')) response.writeHead(204).end();
    else if (url.startsWith('/same')) response.writeHead(304, { etag: '"1"' }).end();
    else if (url.startsWith('/large')) response.writeHead(200, { 'content-length': large.length }).end(large);
    else if (url.startsWith('/close')) response.writeHead(200, { connection: 'close' }).end('closed');
    else if (method === 'HEAD') response.end();
    else {
      response.writeHead(200, { trailer: 'x-sum' });
      response.write('one ');
      response.addTrailers({ 'x-sum': '7' });
      response.end('two');
    }
  });
  for (const path of ['/gzip', '/none', '/same', '/large', '/close', '/trailers'])
    for (const method of ['GET', 'HEAD'])
      expect(await ask(observed, { path, method })).toEqual(await ask(direct, { path, method }));
});

it('lets a server ask for the body, and send informational responses before the answer', async () => {
  const { observed, server } = await observing(echo);
  server.on('checkContinue', (incoming, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeContinue();
    echo(incoming, response);
  });
  const sending = request({ port: observed, method: 'POST', path: '/x', agent: false });
  sending.setHeader('Expect', '100-continue');
  sending.setHeader('Content-Length', '4');
  sending.flushHeaders();
  const hinted = once(sending, 'information');
  await once(sending, 'continue');
  sending.end('body');
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  expect(answer === undefined ? '' : await text(answer)).toContain('"body":"body"');
  expect((await hinted)[0]).toMatchObject({ statusCode: 103 });
});

it('reports each exchange with one of the seven operations, and no others', async () => {
  const { observed, seen } = await observing((incoming, response) => {
    incoming.resume();
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"data":[]}'));
  });
  await ask(observed, { headers: { authorization: 'Bearer abc' } });
  await ask(observed, { path: '/style.css' });
  await ask(observed, { method: 'OPTIONS' });
  await expect.poll(() => seen.length).toBe(1);
  expect(seen[0]?.passing()).toMatchObject({
    request: { operation: 'listWebhooks', path: list, authorization: 'Bearer abc', body: { kind: 'none' } },
    answer: { status: 200, body: { kind: 'text', text: '{"data":[]}' }, recorder: null },
  });
});

it('limits every Nth request itself, alternately with and without Retry-After, also for pages of other origins', async () => {
  const { observed, seen } = await observing(echo, 2);
  const answers: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const { status, headers } = await ask(observed, { headers: { origin: 'http://page' } });
    answers.push(`${status} ${headers.includes('retry-after')} ${headers.includes('http://page')}`);
  }
  const [through, announced, bare] = [
    '200 Quite Well false false',
    '429 Too Many Requests true true',
    '429 Too Many Requests false true',
  ];
  expect(answers).toEqual([through, announced, through, bare, through]);
  await expect.poll(() => seen.length).toBe(5);
  expect(seen.map((one) => one.passing()?.answer?.recorder)).toEqual([
    null,
    '--limit-every',
    null,
    '--limit-every',
    null,
  ]);
});

it('hangs up on a client when the server does: before the answer, in the middle of it, and between two', async () => {
  const { observed, seen } = await observing((incoming, response) => {
    if (incoming.url?.includes('limit=1') === true) incoming.socket.destroy();
    else if (incoming.url?.includes('limit=2') === true) {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"data":', () => incoming.socket.destroy());
    } else response.end('{}', () => setTimeout(() => incoming.socket.destroy(), 50));
  });
  await expect(ask(observed, { path: `${list}?limit=1` })).rejects.toThrow('socket hang up');
  await expect(ask(observed, { path: `${list}?limit=2` })).rejects.toThrow('aborted');
  const idle = connect(observed, '127.0.0.1');
  idle.write(`GET ${list} HTTP/1.1\r\nHost: x\r\n\r\n`);
  idle.resume();
  await once(idle, 'close');
  await expect.poll(() => seen.length).toBe(3);
  const answers = seen.map((one) => one.passing()?.answer);
  expect(answers[0]).toBeNull();
  expect(answers[1]).toMatchObject({ status: 200, body: { kind: 'unknown' } });
});

it('hangs up on the server when a client does', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<string>();
  const { observed, seen } = await observing((incoming, response) => {
    response.once('close', () => {
      resolve('gone');
    });
    if (incoming.url?.includes('limit=1') === true) response.write('{"data":');
  });
  const sending = request({ port: observed, path: `${list}?limit=1`, agent: false });
  sending.on('error', () => undefined);
  sending.end();
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  answer?.once('data', () => sending.destroy());
  expect(await gone).toBe('gone');
  await expect.poll(() => seen.length).toBe(1);
});

it('says so if there is no server, and if it is used as a forward proxy', async () => {
  const { direct, observed, server, seen } = await observing(echo);
  const forward = await ask(observed, { path: 'http://elsewhere/x' });
  expect(forward.status).toBe('400 Bad Request');
  await closed(server);
  const { status, body } = await ask(observed, {
    method: 'POST',
    path: `${list}/test`,
    body: '{}',
    headers: { 'content-length': '2' },
  });
  expect(status).toBe('502 Bad Gateway');
  expect(Buffer.from(body, 'base64').toString()).toContain(`ECONNREFUSED 127.0.0.1:${direct}`);
  await expect.poll(() => seen.length).toBe(1);
  expect(seen[0]?.passing()?.answer?.recorder).toBe('the server cannot be reached (ECONNREFUSED)');
});

it('closes its connections when it is closed', async () => {
  const { observed, server } = await observing(echo);
  await ask(observed, {});
  for (const close of open.splice(0).toReversed()) await close();
  expect(server.listening).toBe(false);
  await expect(ask(observed, {})).rejects.toThrow('ECONNREFUSED');
  expect(() => portOf(server)).toThrow('no port');
});
