/** A gateway on loopback that fails occasionally: half of the time before the effect, half after it. */
import { createServer, request, type ServerResponse } from 'node:http';
import { Chance } from '../../simulation/seeded-chance.ts';
import { closed, forwardTo, listening } from '../forwarding.ts';

/** A listening gateway. */
export interface FailingGateway {
  readonly url: string;
  close(): Promise<void>;
}

/** The fraction of requests that fail. */
const failureRate = 0.02;

/** Starts a gateway before a server on loopback. Requests of the server's owner do not go through it. */
export async function startFailingGateway(port: number, seed: number): Promise<FailingGateway> {
  const chance = new Chance(seed);
  const forward = forwardTo(port);
  const server = createServer((incoming, response) => {
    const { method, headers, url = '/' } = incoming;
    if (url.startsWith('/internal/') || chance.number() >= failureRate) {
      forward(incoming, response);
      return;
    }
    const status = chance.number() < 0.5 ? 502 : 503;
    if (chance.number() < 0.5) {
      incoming.resume().on('end', () => fail(response, status));
      return;
    }
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      answer.resume().on('end', () => fail(response, status));
    });
    onward.on('error', () => fail(response, status));
    incoming.pipe(onward);
  });
  const own = await listening(server);
  return { url: `http://127.0.0.1:${own}`, close: async () => closed(server) };
}

function fail(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end(`<html><head><title>${status}</title></head><body><hr>gateway</body></html>\n`);
}
