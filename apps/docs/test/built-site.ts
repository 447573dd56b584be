/** The site as it was built (`pnpm build`), for tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../dist');
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

if (!existsSync(folder)) throw new Error('the site is not built: `pnpm run build` in apps/docs');

/** The paths of all files of the site, such as `statements/page-06/index.html`. */
export function builtFiles(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

/** The text of a file of the site. */
export function builtText(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

/** Serves the site, as any host of static files would, on a free port. */
export async function serveSite(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const body = readFileSync(file);
      response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream').end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
