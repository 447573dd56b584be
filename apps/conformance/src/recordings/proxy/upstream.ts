/** The server behind a proxy: a connection of its own for each connection of a client. */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Socket } from 'node:net';
import { pairsOf, endToEndHeaders, type RawHeaders } from './end-to-end-headers.ts';

/** The longest head of a message that is read, in bytes. */
export const longestHead = 1024 * 1024;

/** A request to forward. */
export interface Onward {
  readonly method: string;
  /** Relative to the base address. */
  readonly path: string;
  readonly headers: RawHeaders;
  /** Whether its body is chunked. */
  readonly isChunked: boolean;
}

/**
 * The server connection for one client connection: if the server closes it, the client's is closed too, so that each
 * side sees what it would see without the proxy.
 */
export class UpstreamConnection {
  readonly #base: URL;
  readonly #agent: HttpAgent;
  readonly #isSecure: boolean;
  readonly #onClosed: () => void;
  #isClosed = false;
  /** Whether each socket was opened. */
  readonly #sockets = new WeakMap<Socket, { isOpen: boolean }>();

  /** @param onClosed - the server has closed it */
  constructor(base: URL, onClosed: () => void) {
    this.#base = base;
    this.#isSecure = base.protocol === 'https:';
    this.#agent = new (this.#isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
    // Agents close idle connections shortly before servers do; here that is up to the client. For a request that was
    // waiting when the client left, an agent opens one more, although it was destroyed.
    this.#agent.keepSocketAlive = (socket) => {
      if (socket instanceof Socket) socket.setKeepAlive(true);
      return !this.#isClosed;
    };
    this.#onClosed = onClosed;
  }

  /** Begins a request. The caller writes its body and ends it. */
  begin({ method, path, headers, isChunked }: Onward): ClientRequest {
    const send = this.#isSecure ? httpsRequest : httpRequest;
    const { hostname, port, host, pathname } = this.#base;
    const onward = send({
      agent: this.#agent,
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path: `${pathname.replace(/\/+$/, '')}${path}`,
      setHost: !headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'host'),
      maxHeaderSize: longestHead,
    });
    // By default headers after the first thousand are dropped.
    onward.maxHeadersCount = 0;
    // A request with neither a length nor chunks has no body.
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

  /** The client has disconnected. */
  close(): void {
    this.#isClosed = true;
    this.#agent.destroy();
  }

  /** Whether a request reached the server. */
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
