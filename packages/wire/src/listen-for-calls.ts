/** Listens for webhook calls on a socket. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemClock } from '@outreach-api/engine';
import { ConfigurationError } from './configuration-error.ts';
import type { CallAnswer, CallListener, CallReceipt, IncomingCall } from './network.ts';

type Body = Pick<IncomingCall, 'length' | 'head'>;

const noBody: Body = { length: 0, head: '' };

/** The rest of a body is ignored. */
const longestHead = 100_000;

/**
 * Listens for webhook calls on a socket.
 *
 * @throws ConfigurationError if the address cannot be listened on
 */
export async function listenForCalls(
  listen: string,
  take: (call: IncomingCall) => CallReceipt,
): Promise<CallListener> {
  /** A parse error on these connections is part of a call that is already counted. */
  const beingRead = new WeakSet<Duplex>();
  const server = createServer((request, response) => {
    beingRead.add(request.socket);
    void collect(request).then(async (body) => {
      beingRead.delete(request.socket);
      const receipt = take({ method: request.method ?? '', path: request.url ?? '', ...body });
      response.once('close', () => {
        if (!response.writableFinished) receipt.hungUp();
      });
      await systemClock.wait(receipt.delayMs);
      await systemClock.turn();
      if (request.socket.readableEnded) receipt.hungUp();
      answer(response, receipt.answer);
    });
  });
  // Node's parser refuses unknown methods, including lower-case ones: they are calls all the same.
  server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
    const [method = '', path = ''] =
      (error.rawPacket?.toString('latin1') ?? '').split('\r\n')[0]?.split(' ') ?? [];
    if (!beingRead.has(socket)) take({ method, path, ...noBody });
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  // A service may keep its connections: if one were closed here, its next call would be lost.
  server.keepAliveTimeout = 0;
  const { host, port } = split(listen);
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: Error) => {
      reject(new ConfigurationError(`cannot listen on \`receiver.listen\` ${listen}: ${error.message}`));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = isAddress(address) ? address.port : port;
  return {
    url: `http://${host}:${bound}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => {
        server.close(() => {
          done();
        });
      });
    },
  };
}

/** The body; if the connection ends before it does, the part that came. */
async function collect(request: IncomingMessage): Promise<Body> {
  let length = 0;
  let head = '';
  try {
    for await (const chunk of request.setEncoding('latin1')) {
      length += String(chunk).length;
      if (head.length < longestHead) head += String(chunk);
    }
  } catch {
    // A call that is cut off is still a call.
  }
  return { length, head };
}

function answer(response: ServerResponse, { status, type, body }: CallAnswer): void {
  response.writeHead(status, type === null ? {} : { 'content-type': type });
  response.end(body);
}

function split(listen: string): { host: string; port: number } {
  const colon = listen.lastIndexOf(':');
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(listen.slice(colon + 1)) };
}

function isAddress(address: ReturnType<Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
