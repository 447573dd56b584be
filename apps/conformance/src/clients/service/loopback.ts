/** Services over sockets on this machine, each on a port of its own. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { systemClock } from '@outreach-api/engine';
import type { ServedAnswer } from './exchange-log.ts';
import type { ScriptedService } from './scripted-service.ts';
import type { ServicePlace } from './service-place.ts';

/** No driver needs more. */
const longestBody = 1024 * 1024;

/**
 * Services over sockets on this machine, each on a port of its own, so that calls can be distinguished whatever they send.
 */
export const loopback: ServicePlace = {
  open: async (service) => {
    const connections = new Map<Socket, number>();
    const server = createServer((incoming, outgoing) => {
      const known = connections.get(incoming.socket);
      const connection = known ?? connections.size + 1;
      connections.set(incoming.socket, connection);
      void serve(service, incoming, outgoing, connection).catch(() => incoming.socket.destroy());
    });
    // A client may keep a connection open while it waits.
    server.keepAliveTimeout = 0;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return {
      baseUrl: `http://127.0.0.1:${port}`,
      close: async () => {
        server.closeAllConnections();
        server.close();
      },
    };
  },
};

async function serve(
  service: ScriptedService,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  connection: number,
): Promise<void> {
  const body = await bodyOf(incoming);
  const arrivedAt = systemClock.now();
  const { answer, log } = await service.answer({
    method: incoming.method ?? '',
    // Bytes that a client has not percent-encoded.
    path: Buffer.from(incoming.url ?? '', 'latin1').toString('utf8'),
    headers: headersOf(incoming),
    body: body === '' ? null : body,
    arrivedAt,
    connection,
  });
  if (answer === null) {
    log.answered(null, null);
    incoming.socket.destroy();
    return;
  }
  // If it were taken afterwards, a busy process might record it late, and a retry would seem too early.
  log.answered(answer, systemClock.now());
  if (!(await send(outgoing, answer, incoming.method === 'HEAD'))) log.answered(answer, null);
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of incoming) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size <= longestBody) parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** Resolves to whether the whole answer was sent. */
async function send(outgoing: ServerResponse, answer: ServedAnswer, isHead: boolean): Promise<boolean> {
  const { status, headers, text, cutAt } = answer;
  const bytes = Buffer.from(text);
  const isBodiless = status === 204 || status === 304;
  outgoing.writeHead(status, { ...headers, ...(isBodiless ? {} : { 'content-length': bytes.length }) });
  if (cutAt !== undefined) {
    outgoing.write(bytes.subarray(0, cutAt), () => outgoing.destroy());
    return false;
  }
  const ended = Promise.race([
    once(outgoing, 'finish').then(() => true),
    once(outgoing, 'close').then(() => outgoing.writableFinished),
  ]);
  outgoing.end(isBodiless || isHead ? undefined : bytes);
  return ended;
}
