/**
 * What becomes of requests while fake timers hold `process.nextTick`, as jest's do by default. nock waits for it, so that
 * a request would never end, its test would time out, and the mock that it did not close would fail later tests.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';

const reason =
  "fake timers hold process.nextTick, for which nock waits; leave it real: jest.useFakeTimers({ doNotFake: ['nextTick'] })";

/** Answers requests in place of nock. */
export interface Substitute {
  /** The answer to a request with `fetch`; null if nobody mocks its address. */
  readonly answer: (request: Request) => Promise<Response> | null;
  /** Remembers a request that cannot be answered; returns the error for its sender. */
  readonly miss: (request: Pick<Request, 'method' | 'url'>, reason: string) => TypeError;
}

/**
 * From now on, and only while ticks are faked, answers the global `fetch` without nock, and fails requests of
 * `node:http`, which nock alone can answer. Returns a function that ends this.
 */
export function standInWhileTicksAreFaked({ answer, miss }: Substitute): () => void {
  const usual = globalThis.fetch;
  const fetch: typeof usual = async (input, init) => {
    if (!ticksAreFaked()) return usual(input, init);
    const request = new Request(input, init);
    const answered = answer(request) ?? Promise.reject(miss(request, reason));
    return answered.catch((error: unknown) => {
      throw request.signal.aborted ? error : new TypeError('fetch failed', { cause: error });
    });
  };
  const onRequest = (message: unknown): void => {
    if (!ticksAreFaked() || !isAbout(message)) return;
    const { request } = message;
    const url = `${request.protocol}//${String(request.getHeader('host'))}${request.path}`;
    request.destroy(miss({ method: request.method, url }, reason));
  };
  globalThis.fetch = fetch;
  subscribe('http.client.request.created', onRequest);
  return () => {
    if (globalThis.fetch === fetch) globalThis.fetch = usual;
    unsubscribe('http.client.request.created', onRequest);
  };
}

/** `@sinonjs/fake-timers`, on which those of jest and vitest build, marks its functions with their clock. */
function ticksAreFaked(): boolean {
  const nextTick: object = Reflect.get(process, 'nextTick');
  return 'clock' in nextTick;
}

function isAbout(message: unknown): message is { readonly request: ClientRequest } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'request' in message &&
    message.request instanceof ClientRequest
  );
}
