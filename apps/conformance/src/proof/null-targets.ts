/** Targets that implement nothing: no rule may pass on them. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { portOf } from './port-of.ts';

/** A target that implements nothing: each in its own way satisfies "refused", "equal", "absent" or "every". */
export interface NullTarget {
  readonly name: string;
  readonly answer: RequestListener;
}

const emptyList = { data: [], limit: 20, offset: 0, total: 0, has_more: false };

/** Targets on which no rule may pass. */
export const nullTargets: readonly NullTarget[] = [
  constant('200 {} to everything', 200, '{}'),
  constant('204 to everything', 204, ''),
  ...[401, 403, 404, 422, 429, 500].map((status) => constant(`${status} to everything`, status, '{}')),
  constant('an HTML page', 200, '<!doctype html><title>Welcome</title><p>It works.', 'text/html'),
  constant('an empty array', 200, '[]'),
  constant('a list that is always empty', 200, JSON.stringify(emptyList)),
  {
    name: 'an empty list for each GET, 404 to the rest',
    answer: (request, response) => {
      const isGet = request.method === 'GET';
      response.writeHead(isGet ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isGet ? JSON.stringify(emptyList) : '{}');
    },
  },
  {
    name: 'an empty list that keeps to limit and offset, 404 to the rest',
    answer: (request, response) => {
      const query = new URL(request.url ?? '', 'http://localhost').searchParams;
      const isGet = request.method === 'GET';
      const page = {
        ...emptyList,
        limit: Number(query.get('limit') ?? 20),
        offset: Number(query.get('offset') ?? 0),
      };
      response.writeHead(isGet ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isGet ? JSON.stringify(page) : '{}');
    },
  },
  {
    name: 'an echo of the body',
    answer: (request, response) => {
      void bodyOf(request).then((body) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(body === '' ? '{}' : body);
      });
    },
  },
];

/** Serves a null target on loopback. */
export async function serveNullTarget({ answer }: NullTarget): Promise<{ url: string; close(): void }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function constant(name: string, status: number, body: string, type = 'application/json'): NullTarget {
  return {
    name,
    answer: (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}
