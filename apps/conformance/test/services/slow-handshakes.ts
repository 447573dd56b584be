/** Makes a server appear far away: a new connection takes longer than a request on an open one. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from '../port-of.ts';

/** Forwards all traffic, on each connection only some time after it was opened. */
export async function behindSlowHandshakes(
  { url }: { readonly url: string },
  handshakeMs: number,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (caller) => {
    const target = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true });
    for (const socket of [caller, target]) open.add(socket.on('error', () => socket.destroy()));
    void wait(handshakeMs).then(() => caller.pipe(target).pipe(caller));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
