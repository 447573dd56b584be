/** Creates a mock of the API, which answers at once and can be reset as often as a test likes. */
import { checkOptions } from '../check-options.ts';
import { operationOf } from '../http/routes.ts';
import { mockUrl } from './mock-url.ts';
import { orAborted } from './or-aborted.ts';
import type { MockChanges, MockOptions, OutreachMock } from './outreach-mock.ts';
import { renewableSandbox } from './renewable-sandbox.ts';
import type { RenewableSandbox } from './renewable-sandbox.ts';
import { unmatchedLog } from './unmatched-log.ts';
import type { UnmatchedLog } from './unmatched-log.ts';

/** What an interceptor needs from the mock that it serves. */
export interface MockCore {
  readonly baseUrl: string;
  /** Whether a URL is one of the mocked API. */
  readonly covers: (url: string) => boolean;
  /** Answers a request as it came: compressed where it asks for that. */
  readonly answer: (request: Request) => Promise<Response>;
  /** The mock's own `fetch`. */
  readonly fetch: OutreachMock['fetch'];
  /** Remembers a request that could not be matched; returns the error for its sender. */
  readonly miss: UnmatchedLog['miss'];
}

/** Routes requests to a mock. */
export interface Interception {
  /** Starts over. */
  reset(): void;
  end(): void;
}

const changeNames = [
  'dialect',
  'twin',
  'rateLimit',
  'latencyMs',
  'now',
  'seed',
  'webhooks',
] as const satisfies readonly (keyof MockChanges)[];

const noInterception: Interception = { reset: () => {}, end: () => {} };

/**
 * Creates a mock.
 *
 * @throws {TypeError} for an invalid `baseUrl` or other option
 * @throws the errors of `createSandbox`
 */
export function createOutreachMock(
  {
    baseUrl: asked = 'https://outreach.test',
    onUnmatchedRequest = 'error',
    onDelivery,
    ...options
  }: MockOptions,
  intercept: (core: MockCore) => Interception = () => noInterception,
): OutreachMock {
  const { baseUrl, covers, inSandbox } = mockUrl(asked);
  checkOptions(options, ['baseUrl', 'onUnmatchedRequest', 'onDelivery', ...changeNames]);
  checkOwn(onUnmatchedRequest, onDelivery);
  const sandbox = renewableSandbox(options, onDelivery);
  const log = unmatchedLog();
  let closed = false;
  const mustBeOpen = (): void => {
    if (closed) throw new Error(`the mock of ${baseUrl} is closed`);
  };
  const answer = async (request: Request): Promise<Response> => {
    mustBeOpen();
    if (!covers(request.url)) throw log.miss(request, `the mock answers for ${baseUrl} only`);
    const inside = inSandbox(request);
    if (onUnmatchedRequest === 'error' && operationOf(inside.method, inside.url) === 'unknown') {
      throw log.miss(request, 'the API has no such operation');
    }
    return orAborted(request.signal, sandbox.now().fetch(inside));
  };
  const fetch: OutreachMock['fetch'] = async (input, init) => answer(unzipped(new Request(input, init)));
  const interception = intercept({ baseUrl, covers, answer, fetch, miss: log.miss });
  const use = (changes: MockChanges): void => {
    mustBeOpen();
    checkOptions(changes, changeNames);
    sandbox.renew(changes);
    interception.reset();
  };
  const close = (): void => {
    if (closed) return;
    closed = true;
    interception.end();
    sandbox.now().close();
    log.complain();
  };
  const reset = (): void => {
    use({});
    log.complain();
  };
  return offered(sandbox, log, { baseUrl, fetch, use, reset, close });
}

function checkOwn(onUnmatchedRequest: unknown, onDelivery: unknown): void {
  if (onUnmatchedRequest !== 'error' && onUnmatchedRequest !== 'answer') {
    const given = JSON.stringify(onUnmatchedRequest);
    throw new TypeError(`onUnmatchedRequest must be 'error' or 'answer'; not ${given}`);
  }
  if (onDelivery !== undefined && typeof onDelivery !== 'function') {
    throw new TypeError('onDelivery must be a function that returns a Response');
  }
}

// Its state is looked up at each use: functions destructured from a mock still work after a reset.
function offered(
  sandbox: RenewableSandbox,
  log: UnmatchedLog,
  own: Pick<OutreachMock, 'baseUrl' | 'fetch' | 'use' | 'reset' | 'close'>,
): OutreachMock {
  return {
    ...own,
    [Symbol.dispose]: own.close,
    get token() {
      return sandbox.now().accounts[0].token;
    },
    get accounts() {
      return sandbox.now().accounts;
    },
    get pendingAnswers() {
      return sandbox.now().pendingAnswers;
    },
    record: sandbox.now().record,
    deliveries: sandbox.deliveries,
    unmatched: log.requests,
    takeUnmatched: log.take,
    snapshot: () => sandbox.now().snapshot(),
    createWebhook: (...given) => sandbox.now().createWebhook(...given),
    createSenderProfile: (...given) => sandbox.now().createSenderProfile(...given),
    limitNext: (...given) => {
      sandbox.now().limitNext(...given);
    },
    answerNext: (...given) => {
      sandbox.now().answerNext(...given);
    },
  };
}

// A real `fetch` decompresses what it requested compressed; here nothing else would.
function unzipped(request: Request): Request {
  if (request.headers.has('accept-encoding')) request.headers.delete('accept-encoding');
  return request;
}
