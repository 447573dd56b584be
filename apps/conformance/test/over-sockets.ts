/** How services within the process are reached, and reach others, if a run uses sockets. */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import type { Deliver } from '@outreach-api/sandbox';
import type { Answerer } from './simulation/simulated-network.ts';
import { closed, listening } from './services/forwarding.ts';

/** A listening service. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves on loopback. Answers have only the headers they were given, and are chunked. */
export async function serveAnswerer(answer: Answerer): Promise<Served> {
  const server = createServer((incoming, response) => {
    response.sendDate = false;
    void requestOf(incoming)
      .then(async (request) => answer(...request))
      .then(async (answered) => write(response, answered));
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, close: async () => closed(server) };
}

async function requestOf(incoming: IncomingMessage): Promise<Parameters<Answerer>> {
  const { method = 'GET', url = '/' } = incoming;
  const body = await text(incoming);
  const carries = method !== 'GET' && method !== 'HEAD';
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const request = new Request(`http://${incoming.headers.host}${url}`, {
    method,
    headers,
    body: carries && body !== '' ? body : null,
  });
  return [request, carries || body === '' ? {} : { body }];
}

async function write(response: ServerResponse, answered: Response): Promise<void> {
  const bytes = Buffer.from(await answered.arrayBuffer());
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.write(bytes.subarray(0, 5));
  response.end(bytes.subarray(5));
}

/** Calls a webhook's target once. */
export const callOverSockets: Deliver = async ({ method, url, payload }) =>
  new Promise((resolve) => {
    const fail = (error: Error): void => {
      resolve({ kind: 'failed', reason: error.message, sent: true });
    };
    const headers =
      payload === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const calling = send(url, { method, headers, timeout: 3000, agent: false }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      buffer(response).then((body) => {
        resolve({ kind: 'answered', status, type: answered['content-type'] ?? null, body });
      }, fail);
    });
    calling.on('timeout', () => calling.destroy(new Error('no answer within 3 s')));
    calling.on('error', fail);
    calling.end(payload ?? undefined);
  });
