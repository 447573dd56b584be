/** No connection breaks the proxy, whatever a client or the server writes, and whenever either leaves. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { systemClock } from '@outreach-api/engine';
import { portOf } from '../../../test/port-of.ts';
import { hurtfulAnswers, type HurtfulAnswer } from '../../../test/services/hurtful-answers.ts';
import { anyConnection, connectionsTried, makeConnection } from '../../../test/services/raw-connections.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import { ObservingProxy } from './observing-proxy.ts';

const atOnce = 10;
const list = '/integrations/api/webhooks';
const answers = Object.entries(hurtfulAnswers)
  .filter(([name]) => !/without end|every 20 ms|MB/.test(name))
  .map(([, answer]) => answer);

class Observed implements AsyncDisposable {
  /** Why requests were not forwarded. */
  readonly refused: string[] = [];
  readonly seen: ObservedExchange[] = [];
  /** The connections that the server has. */
  readonly sockets = new Set<Socket>();
  #asked = 0;
  readonly #answers: readonly HurtfulAnswer[];
  readonly #server = createServer({ allowHalfOpen: true }, (socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    socket.once('end', () => socket.end());
    socket.on('data', () => {
      this.#asked += 1;
      if (socket.writable)
        void this.#answers[this.#asked % this.#answers.length]?.(socket, 'http://127.0.0.1:1');
    });
  });
  #proxy: ObservingProxy | null = null;

  /** @param given - the server answers whatever arrives with the next of them */
  constructor(...given: readonly HurtfulAnswer[]) {
    this.#answers = given;
  }

  /** Resolves to the port of the proxy. */
  async listen(limitEvery: number | null): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#proxy = new ObservingProxy({
      upstream: new URL(`http://127.0.0.1:${portOf(this.#server)}`),
      limitEvery,
      clock: systemClock,
      onExchange: (exchange) => this.seen.push(exchange),
      onRefused: (why) => this.refused.push(why),
    });
    return Number(new URL(await this.#proxy.listen('127.0.0.1', 0)).port);
  }

  async closeProxy(): Promise<void> {
    await this.#proxy?.close();
    this.#proxy = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeProxy();
    for (const socket of this.sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** What a client gets that sends this, and waits until the other side closes the connection. */
async function answerTo(port: number, sent: string): Promise<string> {
  return text(await makeConnection(port, { text: sent, piece: sent.length, leaving: 'stays' }));
}

it(`stands ${connectionsTried} connections of any kind, still answers, and can be closed at any time`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyConnection(), { minLength: atOnce, maxLength: atOnce }),
      fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 5 }),
      async (connections, given) => {
        await using observed = new Observed(...given);
        const port = await observed.listen(3);
        const clients = await Promise.all(connections.map(async (one) => makeConnection(port, one)));
        expect(await answerTo(port, 'CONNECT x:1 HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 501 /);
        await observed.closeProxy();
        for (const client of clients) client.destroy();
        await expect.poll(() => observed.sockets.size).toBe(0);
        expect(new Set(observed.seen).size).toBe(observed.seen.length);
      },
    ),
    { numRuns: connectionsTried / atOnce, seed: 28, endOnFailure: true },
  );
});

const ok = 'HTTP/1.1 200 OK\r\n';
const rest = 'Content-Length: 2\r\n\r\n{}';

it.each<[string, string, string]>([
  [
    'two equal lengths',
    `${ok}Content-Length: 2\r\n${rest}`,
    "502 the server's answer cannot be read: Parse Error: Duplicate Content-Length",
  ],
  [
    'lines that end with LF only',
    `${ok}X: y\n${rest}`,
    "502 the server's answer cannot be read: Parse Error: Missing expected CR after header value",
  ],
  ['a head of 200 KB', `${ok}X: ${'y'.repeat(200_000)}\r\n${rest}`, '200 {}'],
  ['3,000 headers', `${ok}${'X: y\r\n'.repeat(3000)}${rest}`, '200 {}'],
  [
    'a head of 2 MB',
    `${ok}X: ${'y'.repeat(2_000_000)}\r\n${rest}`,
    "502 the server's answer cannot be read: Parse Error: Header overflow",
  ],
  [
    'an early hint that is no link',
    `HTTP/1.1 103 Early Hints\r\nLink: no link\r\n\r\n${ok}${rest}`,
    '200 {}',
  ],
  [
    'a change of protocols',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    '502 the server switched protocols unasked',
  ],
  [
    'a status that Node.js does not send',
    `HTTP/1.1 099 Odd\r\n${rest}`,
    "502 the server's answer cannot be passed on: Invalid status code: 99",
  ],
])('passes on, or says why not: %s', async (_, answer, expected) => {
  await using observed = new Observed((socket) => {
    socket.end(answer);
  });
  const got = await answerTo(await observed.listen(null), `GET ${list} HTTP/1.0\r\n\r\n`);
  const [, status = '', body = ''] =
    /HTTP\/1.1 (200|502).*\r\n\r\n(?:outreach-conformance observe: )?(.*)$/s.exec(got) ?? [];
  expect(`${status} ${body.trim()}`).toBe(expected);
  await expect.poll(() => observed.seen.length).toBe(1);
  expect(observed.seen[0]?.passing()?.answer?.recorder === null).toBe(status === '200');
});

it.each([
  ['CONNECT x:443 HTTP/1.1\r\n\r\n', '501 Not Implemented', 'CONNECT: this is no forward proxy'],
  [
    'nonsense\r\n\r\n',
    '400 Bad Request',
    'the request cannot be read: Parse Error: Invalid method encountered',
  ],
  ['GET http://x/ HTTP/1.0\r\n\r\n', '400 Bad Request', 'this is no forward proxy: its address stands for'],
])('says why it does not forward %j', async (sent, status, why) => {
  await using observed = new Observed();
  const answer = await answerTo(await observed.listen(null), sent);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n.*observe: ${why}`, 's'));
  expect(observed.refused).toEqual([expect.stringContaining(why)]);
});
