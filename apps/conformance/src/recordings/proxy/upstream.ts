/** The server behind a proxy: a connection of its own for each connection of a client. */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Socket } from 'node:net';
import { pairsOf, endToEndHeaders, type RawHeaders } from './end-to-end-headers.ts';

/** A request that is to be handed on. */
export interface Onward {
  readonly method: string;
  /** From the base address on. */
  readonly path: string;
  readonly headers: RawHeaders;
  /** Whether its body comes in chunks. */
  readonly isChunked: boolean;
}

/**
 * The connection to the server that stands for one connection of a client: what the server closes is closed for the
 * client, too, so that each meets what it would meet without the proxy.
 */
export class UpstreamConnection {
  readonly #base: URL;
  readonly #agent: HttpAgent;
  readonly #isSecure: boolean;
  readonly #onClosed: () => void;
  /** By socket, whether it was opened. */
  readonly #sockets = new WeakMap<Socket, { isOpen: boolean }>();

  /** @param onClosed - the server has closed it */
  constructor(base: URL, onClosed: () => void) {
    this.#base = base;
    this.#isSecure = base.protocol === 'https:';
    this.#agent = new (this.#isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
    // Agents close idle connections a while before servers do; here that is for the client to do.
    this.#agent.keepSocketAlive = (socket) => {
      if (socket instanceof Socket) socket.setKeepAlive(true);
      return true;
    };
    this.#onClosed = onClosed;
  }

  /** Begins a request. Its body is to be written, and its end. */
  begin({ method, path, headers, isChunked }: Onward): ClientRequest {
    const send = this.#isSecure ? httpsRequest : httpRequest;
    const { hostname, port, host, pathname } = this.#base;
    const onward = send({
      agent: this.#agent,
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path: `${pathname.replace(/\/+$/, '')}${path}`,
      setHost: false,
      maxHeaderSize: 65_536,
    });
    // What has neither a length nor chunks has no body.
    onward.useChunkedEncodingByDefault = false;
    const ofOne = Map.groupBy(pairsOf(endToEndHeaders(headers)), ([name]) => name.toLowerCase());
    for (const [name, pairs] of ofOne) {
      const values = pairs.map(([, value]) => value);
      onward.setHeader(
        pairs[0]?.[0] ?? name,
        name === 'host' ? host : values.length === 1 ? (values[0] ?? '') : values,
      );
    }
    if (isChunked) onward.setHeader('Transfer-Encoding', 'chunked');
    if (onward.hasHeader('expect')) onward.flushHeaders();
    onward.once('socket', (socket) => {
      this.#watch(socket);
    });
    return onward;
  }

  /** The client has gone. */
  close(): void {
    this.#agent.destroy();
  }

  /** Whether a request got as far as the server. */
  hasReached({ socket }: ClientRequest): boolean {
    return socket !== null && this.#sockets.get(socket)?.isOpen === true;
  }

  #watch(socket: Socket): void {
    if (this.#sockets.has(socket)) return;
    const state = { isOpen: false };
    this.#sockets.set(socket, state);
    socket.once(this.#isSecure ? 'secureConnect' : 'connect', () => {
      state.isOpen = true;
    });
    socket.once('close', this.#onClosed);
  }
}
