/** A network within the process: requests go to a function, and calls of the target to the suite's receiver. */
import { METHODS } from 'node:http';
import type { Delivery, DeliveryResult } from '@outreach-api/sandbox';
import type { CallTaken, IncomingCall, Network, WireAnswer } from '../../src/session/network.ts';

/** Answers a request of the suite. What it throws is a connection that broke. */
export type Answerer = (request: Request, env: { readonly body?: string }) => Promise<Response>;

const receiverUrl = 'http://127.0.0.1:2';

/** A network within the process. */
export interface SimulatedNetwork extends Network {
  /** Makes a webhook call to the suite's receiver. */
  call(delivery: Delivery): Promise<DeliveryResult>;
}

/**
 * Makes a network of which the target is a function.
 *
 * @param latencyMs - how long the way of a request, or of its answer, takes; asked for each
 */
export function simulatedNetwork(answer: Answerer, latencyMs: () => number): SimulatedNetwork {
  const travel = async (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, latencyMs());
    });
  const listening: { take: ((call: IncomingCall) => CallTaken) | null } = { take: null };
  return {
    connect: () => ({
      send: async ({ method, url, headers, body }, signal) => {
        const carries = method !== 'GET' && method !== 'HEAD';
        const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const request = new Request(url, {
          method,
          headers: { ...headers, ...length },
          body: carries ? body : null,
        });
        const env = carries || body === null ? {} : { body };
        const there = async (): Promise<WireAnswer> => {
          await travel();
          const answered = await answerOf(await answer(request, env));
          await travel();
          return answered;
        };
        return orAborted(there(), signal);
      },
      close: async () => undefined,
    }),
    listen: async (_, take) => {
      listening.take = take;
      return {
        url: receiverUrl,
        close: async () => {
          listening.take = null;
        },
      };
    },
    call: async ({ method, url, payload }) => {
      await travel();
      const { pathname, search, origin } = new URL(url);
      if (listening.take === null || origin !== receiverUrl)
        return { kind: 'failed', reason: 'the call failed (ECONNREFUSED)', sent: false };
      const isKnown = METHODS.includes(method);
      const body = isKnown ? (payload ?? '') : '';
      const taken = listening.take({
        method,
        path: `${pathname}${search}`,
        length: Buffer.byteLength(body),
        head: body,
      });
      // A server refuses a method that it does not know before anybody sees the request.
      if (!isKnown) return { kind: 'answered', status: 400, type: null, body: new Uint8Array() };
      await new Promise((resolve) => {
        setTimeout(resolve, taken.delayMs);
      });
      await travel();
      const { status, type, body: answered } = taken.answer;
      const hasBody = method !== 'HEAD' && status !== 204 && status !== 205 && status !== 304;
      return { kind: 'answered', status, type, body: new TextEncoder().encode(hasBody ? answered : '') };
    },
  };
}

async function answerOf(response: Response): Promise<WireAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: (async function* body() {
      yield bytes;
    })(),
  };
}

async function orAborted<Made>(making: Promise<Made>, signal: AbortSignal): Promise<Made> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => {
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([making, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
