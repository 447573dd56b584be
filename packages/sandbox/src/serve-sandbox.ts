/** Puts a sandbox on a socket. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Sandbox } from './sandbox-options.ts';

/** A sandbox that listens. */
export interface ServedSandbox {
  /** Its base address, without a trailing slash. */
  readonly url: string;
  /** Stops listening and closes open connections. The sandbox itself stays open. */
  close(): Promise<void>;
}

/**
 * Serves a sandbox over HTTP.
 *
 * @param at - port (by default 0, which means any free one) and host (by default 127.0.0.1)
 * @throws the error of `listen`, e.g. with code `EADDRINUSE`
 */
export async function serveSandbox(
  sandbox: Sandbox,
  at: { readonly port?: number; readonly host?: string } = {},
): Promise<ServedSandbox> {
  const host = at.host ?? '127.0.0.1';
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      try {
        return await sandbox.fetch(request, { incoming, outgoing });
      } catch (error) {
        // A failure that a test made up (`answerNext`): the caller sees a dropped connection.
        incoming.socket.destroy();
        throw error;
      }
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  server.listen(at.port ?? 0, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : (at.port ?? 0);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
