/** Answers that harm a careless client, each as written to the socket. */
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Writes one answer to a socket. `elsewhere` is the address of another server. */
export type HurtfulAnswer = (socket: Socket, elsewhere: string) => Promise<void> | void;

const bombBytes = 100 * 1024 * 1024;
const bomb = gzipSync(Buffer.alloc(bombBytes));
const brotliBomb = brotliCompressSync(Buffer.alloc(bombBytes), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
});
const page = '{"data":[],"limit":20,"offset":0,"total":0,"has_more":false}';

function head(status: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ 'content-type': 'application/json', ...headers });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

function whole(
  body: string | Buffer,
  headers: Readonly<Record<string, string | number>> = {},
): HurtfulAnswer {
  return (socket) => {
    const bytes = Buffer.from(body);
    socket.write(head('200 OK', { ...headers, 'content-length': bytes.length }));
    socket.write(bytes);
  };
}

function raw(text: string, end = true): HurtfulAnswer {
  return (socket) => {
    socket.write(text);
    if (end) socket.end();
  };
}

/** Writes a piece repeatedly, until the other side gives up. */
function endless(first: string, piece: string, pauseMs = 0): HurtfulAnswer {
  return async (socket) => {
    socket.write(first);
    while (!socket.destroyed && socket.writable) {
      if (!socket.write(piece))
        await new Promise((resume) => socket.once('drain', resume).once('close', resume));
      await wait(pauseMs);
    }
  };
}

const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
const chunked = head('200 OK', { 'transfer-encoding': 'chunked' });

/** Harmful answers, each keyed by what is wrong with it. */
export const hurtfulAnswers: Readonly<Record<string, HurtfulAnswer>> = {
  'a body of 50 MB': async (socket) => {
    socket.write(head('200 OK', { 'content-length': 50 * 1024 * 1024 }));
    const piece = Buffer.alloc(1024 * 1024, ' ');
    for (let sent = 0; sent < 50 && !socket.destroyed; sent += 1) {
      if (!socket.write(piece))
        await new Promise((resume) => socket.once('drain', resume).once('close', resume));
    }
  },
  'a body without end': endless(chunked, chunk),
  'a header byte every 20 ms': endless('HTTP/1.1 200 OK\r\nx: ', 'y', 20),
  'a body byte every 20 ms': endless(head('200 OK', { 'content-length': 1_000_000 }), ' ', 20),
  'no answer': () => undefined,
  'broken gzip': whole('this is no gzip', { 'content-encoding': 'gzip' }),
  'gzip that ends too early': whole(gzipSync(page).subarray(0, 20), { 'content-encoding': 'gzip' }),
  'gzip of 100 MB': whole(bomb, { 'content-encoding': 'gzip' }),
  'gzip of gzip of 100 MB': whole(gzipSync(bomb), { 'content-encoding': 'gzip, gzip' }),
  'brotli of 100 MB': whole(brotliBomb, { 'content-encoding': 'br' }),
  'encoded 200 times over': whole(page, { 'content-encoding': Array(200).fill('gzip').join(',') }),
  'invalid UTF-8': whole(Buffer.from(`{"data":["\xff\xfe\xc3"],"limit":20}`, 'latin1')),
  'a content length that is too long': raw(`${head('200 OK', { 'content-length': 5000 })}${page}`),
  'a content length that is too short': raw(`${head('200 OK', { 'content-length': 10 })}${page}`, false),
  'two content lengths': raw(
    `${head('200 OK', { 'content-length': 5, 'Content-Length': page.length })}${page}`,
  ),
  'a length and chunks': raw(
    `${head('200 OK', { 'content-length': 5, 'transfer-encoding': 'chunked' })}3c\r\n${page}\r\n0\r\n\r\n`,
  ),
  'a connection reset in the middle': async (socket) => {
    socket.write(`${head('200 OK', { 'content-length': 5000 })}${page}`);
    await wait(5);
    socket.resetAndDestroy();
  },
  'a connection reset at once': (socket) => {
    socket.resetAndDestroy();
  },
  'a redirect to elsewhere': (socket, elsewhere) => {
    socket.write(
      head('302 Found', { location: `${elsewhere}/integrations/api/webhooks`, 'content-length': 0 }),
    );
  },
  'a redirect that keeps the method, to elsewhere': (socket, elsewhere) => {
    socket.write(head('307 Temporary Redirect', { location: elsewhere, 'content-length': 0 }));
  },
  'a refresh and a link to elsewhere': (socket, elsewhere) => {
    const headers = {
      refresh: `0; url=${elsewhere}`,
      link: `<${elsewhere}>; rel=next`,
      'alt-svc': `h2="${elsewhere}"`,
    };
    return whole(page, headers)(socket, elsewhere);
  },
  'an HTML error page': (socket) => {
    const text = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';
    socket.write(
      `${head('502 Bad Gateway', { 'content-type': 'text/html', 'content-length': text.length })}${text}`,
    );
  },
  'HTML with 200': whole('<!doctype html><title>Log in</title>', { 'content-type': 'text/html' }),
  'a header of 1 MB': raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1024 * 1024)}\r\ncontent-length: 0\r\n\r\n`),
  '100,000 headers': raw(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}content-length: 0\r\n\r\n`),
  '100,000 brackets': whole('['.repeat(100_000) + ']'.repeat(100_000)),
  'a page with 100,000 nested objects': whole(
    page.replace('[]', `[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]`),
  ),
  '600,000 objects': whole(`[${'{},'.repeat(600_000)}{}]`),
  'huge numbers': whole(
    `{"data":[],"limit":1e999,"offset":-1e999,"total":${'9'.repeat(400)},"has_more":true}`,
  ),
  'a total of 10^15': whole(
    page.replace('"total":0,"has_more":false', '"total":1000000000000000,"has_more":true'),
  ),
  'the same keys twice': whole(page.replace('"limit":20', '"limit":20,"limit":[],"data":{},"data":"x"')),
  '__proto__ and constructor as keys': whole(
    '{"__proto__":{"data":[],"limit":20},"constructor":{"prototype":{"total":1}},"data":[{"__proto__":{"uuid":"x"}}]}',
  ),
  'NUL bytes': whole('\0'.repeat(3000)),
  'informational answers without end': endless(
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
  ),
  '204 with a body': raw(`${head('204 No Content', { 'content-length': page.length })}${page}`, false),
  'no status line': raw('hello, is anybody there?\r\n\r\n'),
  'HTTP/0.9': raw(page),
  'a status of 99': raw(`HTTP/1.1 99 Odd\r\ncontent-length: 2\r\n\r\n{}`),
  'a charset of UTF-16': whole(Buffer.from(page, 'utf16le'), {
    'content-type': 'application/json; charset=utf-16le',
  }),
  'chunk extensions': raw(`${chunked}3c;a=${'b'.repeat(4000)};c\r\n${page}\r\n0;d=e\r\n\r\n`),
  'a megabyte of chunk extensions': raw(`${chunked}3c;a=${'b'.repeat(1024 * 1024)}\r\n${page}\r\n0\r\n\r\n`),
  'chunks of one byte': raw(
    `${chunked}${Array.from(page, (letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`,
  ),
  'a chunk size that is no number': raw(`${chunked}zz\r\n${page}\r\n0\r\n\r\n`),
  trailers: raw(`${chunked}3c\r\n${page}\r\n0\r\nauthorization: x\r\ncontent-length: 7\r\n\r\n`),
  'three answers to one request': raw(
    `${head('200 OK', { 'content-length': page.length })}${page}`.repeat(3),
    false,
  ),
  'a half-closed connection': raw(chunked.replace('chunked', 'chunked\r\nconnection: keep-alive')),
  'an upgrade': raw(
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    false,
  ),
  'a proxy that wants a credential': (socket, elsewhere) => {
    socket.write(
      head('407 Proxy Authentication Required', {
        'proxy-authenticate': `Basic realm="${elsewhere}"`,
        'content-length': 0,
      }),
    );
  },
  'a closed connection that was to be kept': raw(
    `${head('200 OK', { connection: 'keep-alive', 'keep-alive': 'timeout=600', 'content-length': page.length })}${page}`,
  ),
};
