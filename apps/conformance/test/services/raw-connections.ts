/** Connections as clients of any kind make them, from a grammar of raw HTTP. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as fc from 'fast-check';

/** How many connections a test makes; `RAW_CONNECTIONS=10000` makes more. */
export const connectionsTried = Number(process.env['RAW_CONNECTIONS'] ?? 300);

const list = '/integrations/api/webhooks';

function message(line: string, headers: readonly string[] = [], body = ''): string {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

const host = 'Host: x';
const chunks = '3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n';

/** What clients write, well-formed or not; one character is one byte. */
const messages: readonly string[] = [
  message(`GET ${list} HTTP/1.1`, [host]),
  message(`GET ${list}?limit=2 HTTP/1.1`, [host, 'Authorization: Bearer abcdefgh']),
  message(`GET ${list} HTTP/1.1`),
  message(`GET ${list} HTTP/1.0`),
  message(`HEAD ${list} HTTP/1.1`, [host]),
  message(`GET ${list} HTTP/1.1`, [host, 'Connection: close']),
  message(`GET ${list}?filter=\xff\xfe HTTP/1.1`, [host]),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Content-Length: 2'], '{}'),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Content-Length: 5000'], '{"name":'),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Transfer-Encoding: chunked'], chunks),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Transfer-Encoding: gzip, chunked'], chunks),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Transfer-Encoding: chunked'], 'zz\r\n'),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Expect: 100-continue', 'Content-Length: 2'], '{}'),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Expect: 100-continue', 'Content-Length: 2']),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Expect: the best', 'Content-Length: 2'], '{}'),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Content-Length: 2', 'Content-Length: 2'], '{}'),
  message(`POST ${list}/test HTTP/1.1`, [host, 'Content-Length: 2', 'Transfer-Encoding: chunked'], chunks),
  message('CONNECT example.com:443 HTTP/1.1', [host]),
  message('CONNECT example.com:443 HTTP/1.1', ['Host: example.com:443'], '\x16\x03\x01'),
  message(`CONNECT ${list} HTTP/1.1`),
  message(`GET ${list} HTTP/1.1`, [host, 'Connection: Upgrade', 'Upgrade: websocket']),
  message(`GET ${list} HTTP/1.1`, [host, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'], '\x00\x01'),
  message(`GET http://example.com${list} HTTP/1.1`, ['Host: example.com']),
  message(`POST http://example.com${list}/test HTTP/1.1`, [host, 'Content-Length: 2'], '{}'),
  message('GET example.com HTTP/1.1', [host]),
  message('OPTIONS * HTTP/1.1', [host]),
  message('PRI * HTTP/2.0', [], 'SM\r\n\r\n'),
  message(`BREW ${list} HTTP/1.1`, [host]),
  message(`GET ${list} HTTP/7.3`, [host]),
  message(`GET ${list} HTTP/1.1`, [`X: ${'y'.repeat(70_000)}`]),
  message(`GET ${list} HTTP/1.1`, [`X: ${'y'.repeat(1_100_000)}`]),
  message(
    `GET ${list} HTTP/1.1`,
    Array.from({ length: 3000 }, () => 'X: y'),
  ),
  message(`GET ${list} HTTP/1.1`, ['X: a\x01b']),
  message(`GET ${list} HTTP/1.1`, [' folded', 'X y']),
  `GET ${list} HTTP/1.1\nHost: x\n\n`,
  `GET ${list}`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
  '',
];

/** How a client leaves. */
type Leaving = 'stays' | 'stays and never reads' | 'half-closes' | 'resets' | 'leaves once answered';

/** A connection: what is written, and how the client leaves. */
export interface RawConnection {
  /** One character is one byte. */
  readonly text: string;
  /** How many bytes are written at a time. */
  readonly piece: number;
  readonly leaving: Leaving;
}

/** Any connection: up to four messages, one after the other without waiting, possibly cut at any byte. */
export function anyConnection(): fc.Arbitrary<RawConnection> {
  return fc
    .record({
      parts: fc.array(fc.constantFrom(...messages), { minLength: 1, maxLength: 4, size: 'max' }),
      cut: fc.option(fc.nat(400)),
      piece: fc.constantFrom(1, 7, 100_000),
      leaving: fc.constantFrom<Leaving>(
        'stays',
        'stays and never reads',
        'half-closes',
        'resets',
        'leaves once answered',
      ),
    })
    .map(({ parts, cut, piece, leaving }) => ({
      text: parts.join('').slice(0, cut ?? Number.POSITIVE_INFINITY),
      // Only what is short is written byte by byte.
      piece: cut === null ? 100_000 : piece,
      leaving,
    }));
}

/**
 * Connects to a port of loopback, and writes. Resolves once everything is written and the client has left as it wanted,
 * or the other side has hung up.
 */
export async function makeConnection(port: number, { text, piece, leaving }: RawConnection): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), closed]);
  const isAnswered = new Promise((resolve) => socket.once('data', resolve));
  if (leaving === 'stays and never reads') socket.pause();
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length && socket.writable; at += piece) {
    const written = new Promise((resolve) => socket.write(bytes.subarray(at, at + piece), resolve));
    await Promise.race([written, closed]);
  }
  if (leaving === 'half-closes') socket.end();
  if (leaving === 'resets') socket.resetAndDestroy();
  // A request that was cut is not answered: the client half-closes, which ends the connection.
  if (leaving === 'leaves once answered') {
    socket.end();
    await Promise.race([isAnswered, closed]);
    socket.destroy();
  }
  return socket;
}
