/** The options of a client and of a call, as types. All times are in milliseconds. */
import type { BackoffPolicy } from './backoff-policy.ts';
import type { BackoffRetry } from './backoff.ts';
import type { ClockOptions } from './clock.ts';
import type { RequestSummary } from './call-facts.ts';
import type { NetworkError, TimeoutError } from './errors.ts';
import type { QueryFilterPlacement } from './filter/filter.ts';
import type { RepeatableMethod } from './retry-rules.ts';
import type { Token } from './token.ts';

/** Every field may be left out or undefined. */
type Optional<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };

/** How requests are retried: the backoff, and what is shared by all calls. */
export interface RetryOptions extends Optional<BackoffPolicy> {
  /**
   * Retries that all calls together may spend; one comes back with each call that gets through and each second. 100.
   */
  budget?: number | undefined;
  /** Methods that are retried after failures that may pass, besides a 429: all of these can be repeated. `['GET']`. */
  methods?: readonly RepeatableMethod[] | undefined;
  /** The statuses that may pass, besides 429. `[408, 502, 503, 504]`. */
  statuses?: readonly number[] | undefined;
  /** Whether a request with one of the methods is retried if no answer came, or none in time. True. */
  networkErrors?: boolean | undefined;
  /** Whether a webhook test that is answered 429 is retried: the answer may be the target's own. False. */
  webhookTests?: boolean | undefined;
  /** The maximum that is added to a `Retry-After`, at random. Twelve times `baseDelayMs`. */
  spreadMs?: number | undefined;
}

/** A wait before another attempt: the status and the id of the answer, or null if none came. */
export interface ClientRetry extends BackoffRetry {
  request: RequestSummary;
  status: number | null;
  requestId: string | null;
}

/** An attempt that is about to be sent. It shows neither headers nor body. */
export interface RequestEvent {
  request: RequestSummary;
  /** The number of the attempt; the first is 1. */
  attempt: number;
}

/** An attempt that has ended. It shows neither headers nor body. */
export interface ResponseEvent extends RequestEvent {
  /** The status of the answer; null if none came. */
  status: number | null;
  /** The id that the service gave the request; null if it gives none. */
  requestId: string | null;
  durationMs: number;
  /** Why no complete answer came; null if one did. */
  error: NetworkError | TimeoutError | null;
}

/** Functions that are called with what a client does. What they throw ends the call. */
export interface Hooks {
  /** Called before each attempt is sent. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called when each attempt has ended. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before the wait for another attempt. */
  onRetry?: ((retry: ClientRetry) => void) | undefined;
}

/**
 * What `fetch` accepts beyond what the client sets itself: `cache`, `credentials`, `next`, … A `dispatcher` needs the
 * `fetch` of its own undici, as the option of that name.
 */
export type FetchOptions = Omit<RequestInit, keyof FetchInit | 'dispatcher'> & {
  readonly [option: string]: unknown;
};

/** What the client passes to `fetch`, besides `fetchOptions`. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: string | null;
  redirect: 'manual';
  signal: AbortSignal;
}

/** What the client needs of a response: the global one has it, and so have those of undici and others. */
export interface FetchedResponse extends Pick<
  Response,
  'ok' | 'status' | 'statusText' | 'url' | 'arrayBuffer'
> {
  readonly headers: Pick<Headers, 'get'>;
  readonly body: unknown;
}

/** Sends a request: the global `fetch`, undici's, or any function like them. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/** What a single call may override. */
export interface CallOptions {
  /** Ends this call, even while it waits; besides the client's. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Overrides the client's `deadlineMs`. */
  deadlineMs?: number | undefined;
  /** Added to the client's `headers`; overrides those with the same name. */
  headers?: Record<string, string> | Headers | undefined;
  /** Added to the client's `fetchOptions`; overrides those with the same name. */
  fetchOptions?: FetchOptions | undefined;
  /** Overrides parts of the client's backoff; false: this call is not retried. */
  retry?: Omit<RetryOptions, 'budget'> | false | undefined;
}

/** What `client.with` may override for all calls of the client that it returns. */
export interface SharedCallOptions extends CallOptions, Hooks {
  /** Sends a request. The global `fetch`, looked up at each call. */
  fetch?: Fetch | undefined;
  /** Where filters go: the description does not show it, so there is no default. */
  filterPlacement?: QueryFilterPlacement | undefined;
}

/** The options of `createOutreachClient`; `baseUrl` and `token` are required. */
export interface OutreachClientOptions extends Omit<SharedCallOptions, 'retry'>, ClockOptions {
  /** Where the service is: http or https, or a path on the page's own origin; without query, fragment, credentials. */
  baseUrl: string | URL;
  /**
   * The API key, or a function that provides it; called once per call. After a 401 it is called with the key that was
   * `rejected`, once for all calls that used it, and each is repeated once if another key comes.
   */
  token: Token;
  /** Overrides parts of the default backoff; false: nothing is retried. */
  retry?: RetryOptions | false | undefined;
  /** How long an attempt may take, including its body. 30,000. */
  timeoutMs?: number | undefined;
  /** How long a call may take in total: token, attempts and waits. Infinity. */
  deadlineMs?: number | undefined;
  /** Whether all calls wait while a `Retry-After` that one of them received is in effect. True. */
  shareLimit?: boolean | undefined;
  /** A number from 0 to below 1, for the jitter. `Math.random`. */
  random?: (() => number) | undefined;
}
