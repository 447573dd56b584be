/** An in-process network: requests go to a function, and calls of the target to the suite's receiver. */
import { METHODS } from 'node:http';
import type { Deliver, DeliveryResult } from '@outreach-api/sandbox';
import type { SentRequest } from '@outreach-api/model/records/exchange';
import type { CallReceipt, IncomingCall, Network, WireAnswer } from '@outreach-api/wire/network';

/** Answers a request of the suite. If it throws, the connection is broken. */
export type Answerer = (request: Request, env: { readonly body?: string }) => Promise<Response>;

/** An in-process network. */
export interface SimulatedNetwork extends Network {
  /** Makes a webhook call to the suite's receiver. */
  readonly call: Deliver;
}

type Take = (call: IncomingCall) => CallReceipt;

/** How long an idle connection is kept, as in undici. */
const keptMs = 4000;

/** Each receiver gets its own port, starting here: runs may be parallel. */
const firstReceiverPort = 2;

/**
 * Creates a network whose target is a function.
 *
 * @param latencyMs - how long a request, or its answer, travels; called for each
 * @param handshakeMs - how long a connection takes to open
 */
export function simulatedNetwork(
  answer: Answerer,
  latencyMs: () => number,
  handshakeMs: number,
): SimulatedNetwork {
  const receivers = new Map<string, Take>();
  let nextPort = firstReceiverPort;
  const travel = async (): Promise<void> => passed(latencyMs());
  const there = async (sent: SentRequest): Promise<WireAnswer> => {
    await travel();
    const answered = await answerOf(await answer(...requestOf(sent)));
    await travel();
    return answered;
  };
  return {
    connect: (destination) => {
      const connections = new Connections(handshakeMs);
      return {
        send: async (sent, signal) => {
          const headers = { ...destination.headers, ...sent.headers };
          const sending = connections.over(sent, async () => there({ ...sent, headers }));
          return orAborted(sending, signal);
        },
        close: async () => undefined,
      };
    },
    listen: async (_, take) => {
      const url = `http://127.0.0.1:${nextPort}`;
      nextPort += 1;
      receivers.set(url, take);
      return {
        url,
        close: async () => {
          receivers.delete(url);
        },
      };
    },
    call: async (delivery) => {
      await travel();
      const result = await receivedBy(delivery, receivers);
      await travel();
      return result;
    },
  };
}

/** The connections to a target: each carries one request at a time, and is kept for the next one. */
class Connections {
  readonly #handshakeMs: number;
  /** For each open idle connection, since when it is idle. */
  #idle: number[] = [];

  constructor(handshakeMs: number) {
    this.#handshakeMs = handshakeMs;
  }

  async over(sent: SentRequest, send: () => Promise<WireAnswer>): Promise<WireAnswer> {
    const now = performance.now();
    this.#idle = this.#idle.filter((since) => now - since < keptMs);
    if (this.#idle.pop() === undefined && this.#handshakeMs > 0) await passed(this.#handshakeMs);
    const answer = await send();
    // Free one turn of the event loop after the answer.
    if (!endsConnection(sent)) setImmediate(() => this.#idle.push(performance.now()));
    return answer;
  }
}

/** As over sockets: see there. */
function endsConnection({ method, body }: SentRequest): boolean {
  return method === 'GET' && body !== null;
}

/** As a request, plus what that cannot carry: the body of a GET. */
function requestOf({ method, url, headers, body }: SentRequest): Parameters<Answerer> {
  const carries = method !== 'GET' && method !== 'HEAD';
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const request = new Request(url, {
    method,
    headers: { ...headers, ...length },
    body: carries ? body : null,
  });
  return [request, carries || body === null ? {} : { body }];
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

async function receivedBy(
  { method, url, payload }: Parameters<Deliver>[0],
  receivers: ReadonlyMap<string, Take>,
): Promise<DeliveryResult> {
  const { pathname, search, origin } = new URL(url);
  const take = receivers.get(origin);
  if (take === undefined) return { kind: 'failed', reason: 'the call failed (ECONNREFUSED)', sent: false };
  const isKnown = METHODS.includes(method);
  const head = isKnown ? (payload ?? '') : '';
  const { delayMs, answer } = take({
    method,
    path: `${pathname}${search}`,
    length: Buffer.byteLength(head),
    head,
  });
  // A server refuses an unknown method before any handler sees the request.
  if (!isKnown) return { kind: 'answered', status: 400, type: null, body: new Uint8Array() };
  await passed(delayMs);
  const { status, type, body } = answer;
  const isBodiless = method === 'HEAD' || status === 204 || status === 205 || status === 304;
  return { kind: 'answered', status, type, body: isBodiless ? new Uint8Array() : Buffer.from(body) };
}

async function passed(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
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
