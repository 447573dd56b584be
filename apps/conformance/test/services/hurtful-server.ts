/** A server that answers some requests as a sandbox would, and the others with a harmful answer. */
import { createServer, type Server, type Socket } from 'node:net';
import type { Sandbox } from '@outreach-api/sandbox';
import type { HurtfulAnswer } from './hurtful-answers.ts';
import { portOf } from '../port-of.ts';

/** A server with harmful answers. */
export interface HurtfulServer {
  readonly url: string;
  /** How many harmful answers were sent. */
  readonly hurts: number;
  close(): Promise<void>;
}

/** The options of a harmful server. */
export interface HurtfulOptions {
  readonly sandbox: Sandbox;
  readonly answer: HurtfulAnswer;
  /** Whether the nth request, from 0 on, gets the harmful answer. */
  readonly hurts: (request: number) => boolean;
  /** The address of another server. */
  readonly elsewhere: string;
  /** Set if the answer comes as soon as a client connects, before the request. */
  readonly early?: boolean;
}

/** Starts one on loopback. */
export async function serveHurtfully(options: HurtfulOptions): Promise<HurtfulServer> {
  const sockets = new Set<Socket>();
  let requests = 0;
  let hurts = 0;
  const answer = async (socket: Socket, request: Buffer): Promise<void> => {
    requests += 1;
    if (!options.hurts(requests - 1)) return pass(socket, request, options.sandbox);
    hurts += 1;
    await options.answer(socket, options.elsewhere);
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('end', () => socket.end());
    if (options.early === true && options.hurts(requests)) void answer(socket, Buffer.alloc(0));
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      for (let length = lengthOf(received); length !== null; length = lengthOf(received)) {
        const request = received.subarray(0, length);
        received = received.subarray(length);
        void answer(socket, request);
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    get hurts() {
      return hurts;
    },
    close: async () => closed(server, sockets),
  };
}

async function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
}

/** The length of the first complete request; null if there is none yet. */
function lengthOf(received: Buffer): number | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, end))?.[1] ?? '0';
  const whole = end + 4 + Number(length);
  return received.length < whole ? null : whole;
}

async function pass(socket: Socket, request: Buffer, sandbox: Sandbox): Promise<void> {
  const end = request.indexOf('\r\n\r\n');
  const [first = '', ...lines] = request.toString('latin1', 0, end).split('\r\n');
  const [method = 'GET', path = '/'] = first.split(' ');
  const headers = lines
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
    .filter(([name]) => !/^(?:connection|content-length|host|transfer-encoding)$/i.test(name));
  const body = request.subarray(end + 4);
  const response = await sandbox.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method,
      headers,
      ...(method === 'GET' || body.length === 0 ? {} : { body: body.toString() }),
    }),
  );
  const text = await response.text();
  const type = response.headers.get('content-type') ?? 'application/json';
  socket.write(
    `HTTP/1.1 ${response.status} OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
