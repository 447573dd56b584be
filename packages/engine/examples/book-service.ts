/** A service to be judged: it keeps the titles of books. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What may be wrong with it. */
export type Fault =
  | 'the limit is ignored'
  | 'total counts the page'
  | 'titles are cut at 32'
  | 'titles are trimmed';

/** Serves these books, until it is closed. */
export function bookService(titles: readonly string[], fault: Fault | null = null): Server {
  const books = new Map(titles.map((title, at) => [String(at + 1), title]));
  return createServer((request, response) => {
    void answered(books, fault, request, response);
  });
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
