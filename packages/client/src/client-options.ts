/** The options of a client and of a call, as types. All times are in milliseconds. */
import type { BackoffPolicy } from './backoff-policy.ts';
import type { BackoffRetry } from './backoff.ts';
import type { ClockOptions } from './clock.ts';
import type { NetworkError, RequestSummary, TimeoutError } from './errors.ts';
import type { QueryFilterPlacement } from './filter/filter.ts';
import type { RepeatableMethod } from './retry-rules.ts';

/** Every field may be left out or undefined. */
type Optional<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };

/** How requests are tried again: the backoff, and what goes beyond a single call. */
export interface RetryOptions extends Optional<BackoffPolicy> {
  /** Retries that all calls together may spend; each call that gets through gives one back, and each second. 100. */
  budget?: number | undefined;
  /** Requests that are sent again when they may pass, besides a 429: all of these methods can be repeated. `['GET']`. */
  methods?: readonly RepeatableMethod[] | undefined;
  /** The statuses that may pass, besides 429. `[408, 502, 503, 504]`. */
  statuses?: readonly number[] | undefined;
  /** Whether a request of one of the methods is sent again where no answer came, or none in time. True. */
  networkErrors?: boolean | undefined;
  /** Whether a webhook test that is answered 429 is sent again: the answer may be the target's own. False. */
  webhookTests?: boolean | undefined;
  /** The most that is added to a `Retry-After`, at random. Twelve times `baseDelayMs`. */
  spreadMs?: number | undefined;
}

/** A wait before another attempt: the status of the answer, or null where none came. */
export interface ClientRetry extends BackoffRetry {
  request: RequestSummary;
  status: number | null;
}

/** An attempt that is about to be sent. It shows neither headers nor body. */
export interface RequestEvent {
  request: RequestSummary;
  /** The number of the attempt; the first is 1. */
  attempt: number;
}

/** An attempt that has ended. It shows neither headers nor body. */
export interface ResponseEvent extends RequestEvent {
  /** The status of the answer; null where none came. */
  status: number | null;
  /** The id that the service gave the request; null where it tells none. */
  requestId: string | null;
  durationMs: number;
  /** Why no whole answer came; null where one did. */
  error: NetworkError | TimeoutError | null;
}

/** Functions that are told what a client does. What they throw ends the call. */
export interface Hooks {
  /** Told of each attempt before it is sent. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Told of each attempt when it has ended. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Told of each wait before another attempt. */
  onRetry?: ((retry: ClientRetry) => void) | undefined;
}

/** What `fetch` takes beyond what the client sets itself: `cache`, `credentials`, `next`, `dispatcher`, … */
export type FetchOptions = Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect'> & {
  readonly [option: string]: unknown;
};

/** What a single call may have of its own. */
export interface CallOptions {
  /** Ends this call, also while it waits; besides the client's. */
  signal?: AbortSignal | undefined;
  /** In place of the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** In place of the client's `deadlineMs`. */
  deadlineMs?: number | undefined;
  /** Besides the client's `headers`; of one name, these. */
  headers?: Record<string, string> | Headers | undefined;
  /** Besides the client's `fetchOptions`; of one name, these. */
  fetchOptions?: FetchOptions | undefined;
  /** What differs from the client's backoff; false: this call is not tried again. */
  retry?: Omit<RetryOptions, 'budget'> | false | undefined;
}

/** What `createOutreachClient` takes; `baseUrl` and `token` are required. */
export interface OutreachClientOptions extends Hooks, ClockOptions {
  /** Where the service is: http or https, or a path on the page's own origin; without query, fragment, credentials. */
  baseUrl: string | URL;
  /** The API key, or a function that brings it; asked once a call. */
  token: string | (() => string | Promise<string>);
  /** What differs from the default backoff; false: nothing is tried again. */
  retry?: RetryOptions | false | undefined;
  /** How long an attempt may take, its body included. 30,000. */
  timeoutMs?: number | undefined;
  /** How long a call may take in all: token, attempts and waits. Infinity. */
  deadlineMs?: number | undefined;
  /** Whether all calls wait while a `Retry-After` runs that one of them met. True. */
  shareLimit?: boolean | undefined;
  /** Sends a request. The global `fetch`, looked up at each call. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** What `fetch` takes besides, for each request. */
  fetchOptions?: FetchOptions | undefined;
  /** Further headers of each request. */
  headers?: Record<string, string> | Headers | undefined;
  /** Ends all calls of this client. */
  signal?: AbortSignal | undefined;
  /** Where filters go: the description does not show it, so there is no default. */
  filterPlacement?: QueryFilterPlacement | undefined;
  /** A number from 0 to below 1, for the jitter. `Math.random`. */
  random?: (() => number) | undefined;
}
