/** A proxy between clients and a server that forwards everything and reports the exchanges. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '@outreach-api/engine';
import { operationOf } from '@outreach-api/model/records/operation';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { Handover } from './handover.ts';
import { ObservedExchange } from './observed-exchange.ts';
import { OwnLimit } from './own-limit.ts';
import { longestHead, UpstreamConnection } from './upstream.ts';

const forwardProxy = 'this is no forward proxy: its address stands for the base address of the server';

/** How a proxy observes. */
export interface ObservingOptions {
  /** The base address of the server. */
  readonly upstream: URL;
  /** Every Nth request to one of the seven operations is answered 429; null if none is. */
  readonly limitEvery: number | null;
  readonly clock: Clock;
  /** Called with each exchange with one of the seven operations, once it is over. */
  readonly onExchange: (exchange: ObservedExchange) => void;
  /** Called with the reason for each request that is not forwarded. */
  readonly onRefused: (why: string) => void;
}

interface Connection {
  readonly number: number;
  readonly upstream: UpstreamConnection;
  readonly underWay: Set<Handover>;
  isUpstreamClosed: boolean;
}

/** A proxy that forwards everything and reports the exchanges. */
export class ObservingProxy {
  readonly #options: ObservingOptions;
  readonly #limit: OwnLimit;
  readonly #server: Server;
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #sockets = new Set<Socket>();
  #count = 0;

  constructor(options: ObservingOptions) {
    this.#options = options;
    this.#limit = new OwnLimit(options.limitEvery);
    this.#server = createServer({
      maxHeaderSize: longestHead,
      // The two ends decide when a connection ends. `Host` is replaced in any case.
      requestTimeout: 0,
      headersTimeout: 0,
      keepAliveTimeout: 0,
      requireHostHeader: false,
    });
    this.#server.maxHeadersCount = 0;
    this.#server.on('request', this.#handle);
    this.#server.on('checkContinue', this.#handle);
    this.#server.on('checkExpectation', this.#handle);
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      // Node.js no longer listens once it has given a socket away.
      socket.on('error', () => socket.destroy());
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('connect', (_, socket) => {
      this.#refuse(socket, '501 Not Implemented', 'CONNECT: this is no forward proxy');
    });
    this.#server.on('clientError', (error, socket) => {
      const code = 'code' in error ? String(error.code) : '';
      if (code.startsWith('HPE_'))
        this.#refuse(socket, '400 Bad Request', `the request cannot be read: ${error.message}`);
      else socket.destroy();
    });
  }

  /**
   * Starts to listen; resolves to the address.
   *
   * @throws ConfigurationError if that is impossible
   */
  async listen(host: string, port: number): Promise<string> {
    const server = this.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => {
        reject(new ConfigurationError(`cannot listen on ${host}:${port}: ${error.message}`));
      });
      server.listen(port, host, resolve);
    });
    const address = server.address();
    const listening = isTcp(address) ? address.port : port;
    return `http://${host.includes(':') ? `[${host}]` : host}:${listening}`;
  }

  /** Closes it, and all connections. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Says to a client why its request is not forwarded, and hangs up. */
  #refuse(socket: Duplex, status: string, why: string): void {
    this.#options.onRefused(why);
    const body = `outreach-conformance observe: ${why}\n`;
    const length = Buffer.byteLength(body);
    if (socket.writable)
      socket.end(
        `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
      );
    // What else the client sends has to be read, or its end goes unnoticed.
    socket.resume();
  }

  readonly #handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method = 'GET', url = '/', rawHeaders } = incoming;
    const { clock, onExchange, onRefused } = this.#options;
    const { socket } = incoming;
    if (!url.startsWith('/')) {
      incoming.resume();
      onRefused(forwardProxy);
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.end(`outreach-conformance observe: ${forwardProxy}\n`);
      return;
    }
    const connection = this.#connectionOf(socket);
    const operation = operationOf(method, url);
    const observed =
      operation === null
        ? null
        : new ObservedExchange({
            operation,
            method,
            path: url,
            headers: rawHeaders,
            connection: connection.number,
          });
    const handover = new Handover(incoming, response, observed, clock, () => {
      connection.underWay.delete(handover);
      if (observed !== null) onExchange(observed);
      if (connection.isUpstreamClosed && connection.underWay.size === 0) socket.end();
    });
    connection.underWay.add(handover);
    const limited = operation === null ? null : this.#limit.next(incoming.headers.origin);
    if (limited === null) handover.forward(connection.upstream);
    else handover.answer(429, limited.headers, limited.body, '--limit-every');
  };

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    this.#count += 1;
    const upstream = new UpstreamConnection(this.#options.upstream, () => {
      connection.isUpstreamClosed = true;
      if (connection.underWay.size === 0) socket.end();
    });
    const connection: Connection = {
      number: this.#count,
      upstream,
      underWay: new Set(),
      isUpstreamClosed: false,
    };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      // Answers that wait behind another one do not notice that the client has left.
      for (const handover of connection.underWay) handover.end();
      upstream.close();
    });
    return connection;
  }
}

function isTcp(address: ReturnType<Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
