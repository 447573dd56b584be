/** A webhook target on loopback that remembers its calls. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A received call. */
export interface ReceivedCall {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly body: string;
  readonly authorization: string | null;
}

/** What a target answers. */
export interface ReceiverAnswer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
}

/** The target. */
export interface Receiver {
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** What it answers from now on. */
  answer: ReceiverAnswer;
}

/** A target on a port. */
export interface OpenReceiver extends Receiver {
  close(): Promise<void>;
}

/** Opens a target on a free port. */
export async function openReceiver(): Promise<OpenReceiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      calls.push({ method, url, body, authorization: headers.authorization ?? null });
      const { status, headers: more, body: text, delayMs = 0 } = receiver.answer;
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'text/plain', ...more });
        response.end(text);
      }, delayMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const receiver: OpenReceiver = {
    url: `http://127.0.0.1:${port}`,
    calls,
    answer: { status: 200, body: 'received' },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return receiver;
}
