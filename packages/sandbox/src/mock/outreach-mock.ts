/** The API as a mock in tests: its options, and what it offers. */
/// <reference lib="esnext.disposable" preserve="true" />
import type { DeliveryAnswer } from '../delivery/answered-in-process.ts';
import type { Planning } from '../next-answers.ts';
import type { Sandbox, SandboxOptions } from '../sandbox-options.ts';

/** What may be changed for one test, by {@link OutreachMock.use}. */
export type MockChanges = Pick<
  SandboxOptions,
  'dialect' | 'twin' | 'rateLimit' | 'latencyMs' | 'now' | 'seed' | 'webhooks'
>;

/** Options of a mock. Everything has a default. */
export interface MockOptions extends MockChanges {
  /** Where the code under test finds the API: an http or https URL; `https://outreach.test` by default. */
  readonly baseUrl?: string;
  /**
   * What happens to a request to the mocked API that matches none of its operations: `error` (the default) fails it,
   * and the test with it, see {@link OutreachMock.reset}; `answer` answers as the service would, with 404 or similar.
   */
  readonly onUnmatchedRequest?: 'error' | 'answer';
  /** Plays the targets of webhook calls, which reach no network; `200 ok` by default. */
  readonly onDelivery?: DeliveryAnswer;
}

/** A call to a webhook's target that the mock made. */
export interface MockDelivery {
  readonly method: string;
  readonly url: string;
  /** The JSON that it carried, as text; null for a method that carries none. */
  readonly body: string | null;
}

/** A request that the mock could not match. */
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
  /** Where the API is mocked, without a trailing slash. */
  readonly baseUrl: string;
  /** A key of the first account. It stays valid across `reset`. */
  readonly token: string;
  /** Replaces the global `fetch` for code that accepts one. It uses no socket, and intercepts nothing. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The calls to webhook targets, oldest first. */
  readonly deliveries: readonly MockDelivery[];
  /**
   * Requests that could not be matched since the last reset. Reading them with `takeUnmatched` means they were
   * expected.
   */
  readonly unmatched: readonly UnmatchedRequest[];
  /** The current data, without credentials. */
  readonly snapshot: Sandbox['snapshot'];
  /** Takes the unmatched requests, which `reset` and `close` then no longer report. */
  readonly takeUnmatched: () => UnmatchedRequest[];
  /**
   * Starts over, with the initial data and an empty record; nothing planned, changes by `use` undone. Call it after
   * each test: `afterEach(() => sandbox.reset())`.
   *
   * @throws {UnmatchedRequestsError} after everything is reset, if a request could not be matched since the last time
   */
  readonly reset: () => void;
  /**
   * Starts over with other options, which apply until the next `reset`: another dialect, a broken twin, a rate limit.
   * Credentials stay valid unless the dialect has another `jwtAlgorithm`.
   */
  readonly use: (changes: MockChanges) => void;
  /**
   * Ends the mock; disposing of it (`using`) does the same.
   *
   * @throws {UnmatchedRequestsError} if a request could not be matched since the last reset
   */
  readonly close: () => void;
}
