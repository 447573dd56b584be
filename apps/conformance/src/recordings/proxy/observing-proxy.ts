/** A proxy between clients and a server that forwards everything and reports the exchanges. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../../engine/clock.ts';
import { operationOf } from '../../records/operation.ts';
import { ConfigurationError } from '../../target/configuration-error.ts';
import { Handover } from './handover.ts';
import { ObservedExchange } from './observed-exchange.ts';
import { OwnLimit } from './own-limit.ts';
import { UpstreamConnection } from './upstream.ts';

/** How a proxy observes. */
export interface ObservingOptions {
  /** The base address of the server. */
  readonly upstream: URL;
  /** Every Nth request to one of the seven operations is answered 429; null if none is. */
  readonly limitEvery: number | null;
  readonly clock: Clock;
  /** Called with each exchange with one of the seven operations, once it is over. */
  readonly onExchange: (exchange: ObservedExchange) => void;
}

interface Connection {
  readonly number: number;
  readonly upstream: UpstreamConnection;
  underWay: number;
  isUpstreamClosed: boolean;
}

/** A proxy that forwards everything and reports the exchanges. */
export class ObservingProxy {
  readonly #options: ObservingOptions;
  readonly #limit: OwnLimit;
  readonly #server: Server;
  readonly #connections = new WeakMap<Socket, Connection>();
  #count = 0;

  constructor(options: ObservingOptions) {
    this.#options = options;
    this.#limit = new OwnLimit(options.limitEvery);
    // The two ends decide when a connection ends.
    this.#server = createServer({ maxHeaderSize: 65_536, requestTimeout: 0, keepAliveTimeout: 0 });
    this.#server.on('request', this.#handle);
    this.#server.on('checkContinue', this.#handle);
    this.#server.on('connect', (_, socket) =>
      socket.end('HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\n\r\n'),
    );
    this.#server.on('clientError', (_, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
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
    const taken = isTcp(address) ? address.port : port;
    return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  }

  /** Closes it, and all connections. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  readonly #handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method = 'GET', url = '/', rawHeaders } = incoming;
    const { clock, onExchange } = this.#options;
    if (!url.startsWith('/')) {
      incoming.resume();
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.end('This is no forward proxy: its address stands for the base address of the server.\n');
      return;
    }
    const connection = this.#connectionOf(incoming.socket);
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
    const handover = new Handover(incoming, response, observed, clock);
    connection.underWay += 1;
    handover.onEnd(() => {
      connection.underWay -= 1;
      if (observed !== null) onExchange(observed);
      if (connection.isUpstreamClosed && connection.underWay === 0) incoming.socket.end();
    });
    const limited = operation === null ? null : this.#limit.next(incoming.headers.origin);
    if (limited === null) handover.forward(connection.upstream);
    else handover.answer(429, limited.headers, limited.body);
  };

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    this.#count += 1;
    const upstream = new UpstreamConnection(this.#options.upstream, () => {
      connection.isUpstreamClosed = true;
      if (connection.underWay === 0) socket.end();
    });
    const connection: Connection = { number: this.#count, upstream, underWay: 0, isUpstreamClosed: false };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      upstream.close();
    });
    return connection;
  }
}

function isTcp(address: ReturnType<Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
