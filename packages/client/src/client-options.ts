/** The options of a client, and their check before the first request. */
import { assertBackoffPolicy, defaultBackoffPolicy } from './backoff-policy.ts';
import type { BackoffPolicy } from './backoff-policy.ts';
import type { BackoffRetry } from './backoff.ts';
import type { RequestSummary } from './errors.ts';
import type { FilterPlacement } from './filter/filter.ts';
import { createRetryBudget } from './retry-budget.ts';
import type { RetryBudget } from './retry-budget.ts';

/** How requests are tried again: the backoff, and what goes beyond a single call. */
export interface RetryOptions extends Partial<BackoffPolicy> {
  /** How many retries all calls together may have outstanding; each call that gets through gives one back. 100. */
  budget?: number;
  /** Whether a GET is tried again where no answer came. Nothing else ever is: it may have had its effect. True. */
  networkErrors?: boolean;
}

/** A wait before another attempt: 429, or status null where no answer came. */
export interface ClientRetry extends BackoffRetry {
  request: RequestSummary;
  status: 429 | null;
}

/** What `createOutreachClient` takes; `baseUrl` and `token` are required. */
export interface OutreachClientOptions {
  /** Where the service is: http or https, without query, fragment or credentials. */
  baseUrl: string;
  /** The API key, or a function that brings it; asked once a call. */
  token: string | (() => string | Promise<string>);
  /** What differs from the default backoff; false: nothing is tried again. */
  retry?: RetryOptions | false;
  /** How long an attempt may take, its body included, in milliseconds. 30,000. */
  timeoutMs?: number;
  /** Sends a request. The global `fetch`, looked up at each call. */
  fetch?: (request: Request) => Promise<Response>;
  /** Further headers of each request. */
  headers?: Record<string, string> | Headers;
  /** Ends all calls of this client. */
  signal?: AbortSignal;
  /** Told of each wait before another attempt. */
  onRetry?: (retry: ClientRetry) => void;
  /** Where filters go: the description does not show it, so there is no default. */
  filterPlacement?: QueryFilterPlacement;
}

/** The placements that `fetch` can send: it refuses a body on a GET. */
export type QueryFilterPlacement = Exclude<FilterPlacement, 'body-json'>;

/** What a single call may have of its own. */
export interface CallOptions {
  /** Ends this call, also while it waits. */
  signal?: AbortSignal;
  /** In place of the client's `timeoutMs`. */
  timeoutMs?: number;
}

/** The options, checked and complete. */
export interface ClientSettings {
  baseUrl: string;
  token: () => Promise<string>;
  policy: BackoffPolicy;
  budget: RetryBudget;
  retriesNetworkErrors: boolean;
  timeoutMs: number;
  fetch: (request: Request) => Promise<Response>;
  headers: Headers;
  signal: AbortSignal | undefined;
  onRetry: ((retry: ClientRetry) => void) | undefined;
  filterPlacement: QueryFilterPlacement | undefined;
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError or RangeError that names the option and what it must be, never the credential
 */
export function readClientOptions(options: OutreachClientOptions): ClientSettings {
  const {
    budget = 100,
    networkErrors = true,
    ...policy
  } = options.retry === false ? { attempts: 1 } : { ...options.retry };
  const settings: ClientSettings = {
    baseUrl: readBaseUrl(options.baseUrl),
    token: readToken(options.token),
    policy: { ...defaultBackoffPolicy, ...policy },
    budget: createRetryBudget(budget),
    retriesNetworkErrors: networkErrors,
    timeoutMs: readTimeout(options.timeoutMs ?? 30_000),
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    headers: readHeaders(options.headers),
    signal: options.signal,
    onRetry: options.onRetry,
    filterPlacement: options.filterPlacement,
  };
  assertBackoffPolicy(settings.policy);
  return settings;
}

/** What a timer can hold is 2,147,483,647 ms; a longer one would fire at once. */
export function readTimeout(timeoutMs: number): number {
  if (Number.isSafeInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs < 2 ** 31) return timeoutMs;
  throw new RangeError(`timeoutMs must be a whole number from 1 to 2147483647, not ${timeoutMs}`);
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an http or https address, such as https://api.example.com');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must have no user name, password, query or fragment');
  }
  return url.href.replace(/\/+$/, '');
}

function readToken(token: OutreachClientOptions['token']): () => Promise<string> {
  if (typeof token !== 'function') {
    checkToken(token);
    return async () => token;
  }
  return async () => {
    const brought = await token();
    checkToken(brought);
    return brought;
  };
}

/** A header with such a value would be refused by fetch, with the value in the message. */
function checkToken(token: unknown): void {
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return;
  throw new TypeError(
    "token must be the API key alone: visible ASCII characters, no white space, no 'Bearer' (its value is not shown)",
  );
}

function readHeaders(given: OutreachClientOptions['headers']): Headers {
  const headers = new Headers({ accept: 'application/json' });
  for (const [name, value] of given instanceof Headers ? given : Object.entries(given ?? {})) {
    if (/^(authorization|content-type)$/i.test(name))
      throw new TypeError(`headers: ${name} is set by the client`);
    try {
      headers.set(name, value);
    } catch {
      // The error of Headers shows the value, which may be a secret.
      throw new TypeError(`headers: ${JSON.stringify(name)} or its value cannot be sent`);
    }
  }
  return headers;
}
