/** A real HTTP server on loopback that answers as a test specifies and records what it receives. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** A request as it arrived. */
export interface Received {
  method: string;
  /** Path and query, as they came over the wire. */
  target: string;
  headers: IncomingHttpHeaders;
  /** The bytes of the body, in hex if they must be compared. */
  body: Buffer;
}

/** What the server does with a request. */
export type Reply =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Closes the connection: before an answer, or in the middle of one. */
  | 'reset'
  | 'reset in the body'
  /** Never answers, or never ends the body. */
  | 'hang'
  | 'hang in the body';

/** A running server; it closes at the end of an `await using`. */
export interface LoopbackServer extends AsyncDisposable {
  baseUrl: string;
  received: Received[];
}

/** Starts a server that answers each request with the function; the first has the number 1. */
export async function startLoopbackServer(
  reply: (received: Received, number: number) => Reply,
): Promise<LoopbackServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const { method = '', url: target = '', headers } = request;
      const arrived = { method, target, headers, body };
      received.push(arrived);
      answer(response, reply(arrived, received.length));
      return undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (typeof reply === 'string') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"half":');
    if (reply === 'reset in the body') setTimeout(() => response.socket?.resetAndDestroy(), 5);
    return;
  }
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(reply.body);
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: JSON.stringify(value) };
}
