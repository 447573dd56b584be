/** Servers on loopback in front of another one: a gateway, and a proxy. */
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { portOf } from '../port-of.ts';

/** Forwards each request to a server on loopback. */
export function forwardTo(port: number): RequestListener {
  return (incoming, response) => {
    const { method, headers, url = '' } = incoming;
    const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]+/, '');
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  };
}

/** A proxy on loopback that reaches one host, whatever is requested. */
export interface LoopbackProxy {
  readonly url: string;
  /** The requests it got: `GET http://host/path`, or `CONNECT host:port`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that accepts requests in absolute form and CONNECT.
 *
 * @param port - of the only server that it reaches
 * @param credential - the `user:password` it requires; none by default
 */
export async function startProxy(port: number, credential?: string): Promise<LoopbackProxy> {
  const asked: string[] = [];
  const wanted = credential === undefined ? undefined : `Basic ${Buffer.from(credential).toString('base64')}`;
  const isWelcome = ({ headers }: IncomingMessage): boolean =>
    wanted === undefined || headers['proxy-authorization'] === wanted;
  const forward = forwardTo(port);
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (isWelcome(incoming)) forward(incoming, response);
    else response.writeHead(407).end();
  });
  server.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    socket.on('error', () => socket.destroy());
    if (!isWelcome(incoming)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
  });
  await listening(server);
  return { url: `http://127.0.0.1:${portOf(server)}`, asked, close: async () => closed(server) };
}

/** Listens on a free port of loopback; resolves to the port. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
}

/** Closes a server and its connections. */
export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
