/** The real network: requests and calls over sockets. */
import { request } from 'undici';
import { dispatcherFor } from './dispatcher.ts';
import { listenForCalls } from './listen-for-calls.ts';
import type { Network, Wire } from './network.ts';
import type { Destination } from './wire-options.ts';

/** The real network. */
export const sockets: Network = { connect: connectTo, listen: listenForCalls };

function connectTo(destination: Destination): Wire {
  const dispatcher = dispatcherFor(destination);
  return {
    send: async ({ method, url, headers, body }, signal) => {
      const response = await request(url, {
        method,
        headers: { ...destination.headers, ...headers },
        body,
        dispatcher,
        // A server that does not read the body of a GET would take it for the connection's next request.
        reset: method === 'GET' && body !== null,
        signal,
      });
      return { status: response.statusCode, headers: lowerCase(response.headers), body: response.body };
    },
    close: async () => dispatcher.destroy(),
  };
}

function lowerCase(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
