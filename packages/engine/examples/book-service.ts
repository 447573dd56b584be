/** A service to be judged: it keeps the titles of books. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What may be wrong with it. */
export const faults = [
  'the limit is ignored',
  'total counts the page',
  'titles are cut at 32',
  'titles are trimmed',
] as const;

/** One of them. */
export type Fault = (typeof faults)[number];

/** Serves these books on a free port of this machine, until it is closed. */
export async function startBookService(
  titles: readonly string[],
  fault: Fault | null = null,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const books = new Map(titles.map((title, at) => [String(at + 1), title]));
  const server = createServer((request, response) => {
    void answered(books, fault, request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the service has no port');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

async function answered(
  books: Map<string, string>,
  fault: Fault | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://books.example');
  const id = /^\/books\/(\w+)$/.exec(pathname)?.[1];
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (id === undefined) {
    const limit = fault === 'the limit is ignored' ? books.size : Number(searchParams.get('limit') ?? 10);
    const page = [...books].slice(0, limit).map(([of, title]) => ({ id: of, title }));
    answer(200, { books: page, total: fault === 'total counts the page' ? page.length : books.size });
  } else if (!books.has(id)) answer(404, { error: 'no such book' });
  else if (request.method === 'PUT') {
    const title = await text(request);
    books.set(id, stored(title, fault));
    answer(200, { id, title });
  } else answer(200, { id, title: books.get(id) });
}

function stored(title: string, fault: Fault | null): string {
  if (fault === 'titles are cut at 32') return title.slice(0, 32);
  return fault === 'titles are trimmed' ? title.trim() : title;
}
