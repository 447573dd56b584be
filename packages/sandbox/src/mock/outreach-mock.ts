/** The API as a mock in somebody's tests: what it is made with, and what it offers. */
/// <reference lib="esnext.disposable" preserve="true" />
import type { DeliveryAnswer } from '../delivery/answered-in-process.ts';
import type { Planning } from '../next-answers.ts';
import type { Sandbox, SandboxOptions } from '../sandbox-options.ts';

/** What may be changed for one test, by {@link OutreachMock.use}. */
export type MockChanges = Pick<
  SandboxOptions,
  'dialect' | 'twin' | 'rateLimit' | 'latencyMs' | 'now' | 'seed' | 'webhooks'
>;

/** How a mock is made. Everything has a default. */
export interface MockOptions extends MockChanges {
  /** Where the code under test finds the API: an http or https URL; `https://outreach.test` where not set. */
  readonly baseUrl?: string;
  /**
   * What becomes of a request to the mocked API that none of its operations takes: `error` (where not set) lets it fail,
   * and the test with it, see {@link OutreachMock.reset}; `answer` answers it as the service would, with 404 or so.
   */
  readonly onUnmatchedRequest?: 'error' | 'answer';
  /** Plays the targets of webhook calls, which reach no network; `200 ok` where not set. */
  readonly onDelivery?: DeliveryAnswer;
}

/** A call to a webhook's target that the mock made. */
export interface MockDelivery {
  readonly method: string;
  readonly url: string;
  /** The JSON that it carried, as text; null for a method that carries none. */
  readonly body: string | null;
}

/** A request that the mock could not place. */
export interface UnmatchedRequest {
  readonly method: string;
  /** Without its query, which may hold secrets. */
  readonly url: string;
  readonly reason: string;
}

/** The mocked API. Its functions need no `this`. */
export interface OutreachMock
  extends
    Disposable,
    Pick<Sandbox, 'accounts' | 'createWebhook' | 'createSenderProfile' | 'record'>,
    Planning {
  /** Where the API is mocked, without a slash at the end. */
  readonly baseUrl: string;
  /** A key of the first account. It stays good over `reset`. */
  readonly token: string;
  /** Answers in place of the global `fetch`, for code that is given one. It uses no socket, and intercepts nothing. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The calls to webhook targets, oldest first. */
  readonly deliveries: readonly MockDelivery[];
  /** What could not be placed since the last reset. To read them with `takeUnmatched` is to expect them. */
  readonly unmatched: readonly UnmatchedRequest[];
  /** The data now, without credentials. */
  readonly snapshot: Sandbox['snapshot'];
  /** The unmatched requests, which `reset` and `close` then no longer complain of. */
  readonly takeUnmatched: () => UnmatchedRequest[];
  /**
   * Starts anew, with the first data, and an empty record; nothing planned, changes by `use` undone. Call it after each
   * test: `afterEach(() => sandbox.reset())`.
   *
   * @throws {UnmatchedRequestsError} after all is reset, where a request could not be placed since the last time
   */
  readonly reset: () => void;
  /**
   * Starts anew with other options, which hold until the next `reset`: another dialect, a broken twin, a rate limit.
   * Credentials stay good unless the dialect has another `jwtAlgorithm`.
   */
  readonly use: (changes: MockChanges) => void;
  /**
   * Ends the mock; to dispose of it (`using`) is the same.
   *
   * @throws {UnmatchedRequestsError} where a request could not be placed since the last reset
   */
  readonly close: () => void;
}
