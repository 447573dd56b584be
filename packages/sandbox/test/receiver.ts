/** A webhook target on loopback that remembers its calls. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A call that came. */
interface ReceivedCall {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly body: string;
  readonly authorization: string | null;
}

/** The target. */
export interface Receiver {
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** What it answers from now on. */
  answer: { status: number; body: string; headers?: Record<string, string>; delayMs?: number };
  close(): Promise<void>;
}

/** Opens a target on a free port. */
export async function openReceiver(): Promise<Receiver> {
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
  const receiver: Receiver = {
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
