/** The options of a client and of a call, and their check before the first request. */
import { completePolicy, defaultBackoffPolicy } from './backoff-policy.ts';
import type { BackoffPolicy } from './backoff-policy.ts';
import type { BackoffRetry } from './backoff.ts';
import type { RequestSummary } from './errors.ts';
import type { QueryFilterPlacement } from './filter/filter.ts';
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
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Further headers of each request. */
  headers?: Record<string, string> | Headers;
  /** Ends all calls of this client. */
  signal?: AbortSignal;
  /** Told of each wait before another attempt. */
  onRetry?: (retry: ClientRetry) => void;
  /** Where filters go: the description does not show it, so there is no default. */
  filterPlacement?: QueryFilterPlacement;
}

/** What a single call may have of its own. */
export interface CallOptions {
  /** Ends this call, also while it waits; besides the client's. */
  signal?: AbortSignal;
  /** In place of the client's `timeoutMs`. */
  timeoutMs?: number;
  /** Besides the client's `headers`; of one name, these. */
  headers?: Record<string, string> | Headers;
  /** What differs from the client's backoff; false: this call is not tried again. */
  retry?: Omit<RetryOptions, 'budget'> | false;
}

/** The options of a call, checked and complete. */
export interface CallSettings {
  token: () => Promise<string>;
  policy: BackoffPolicy;
  budget: RetryBudget;
  networkErrors: boolean;
  timeoutMs: number;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
  onRetry: ((retry: ClientRetry) => void) | undefined;
}

/** The options of a client, checked and complete. */
export interface ClientSettings extends CallSettings {
  baseUrl: string;
  filterPlacement: QueryFilterPlacement | undefined;
}

/**
 * Checks the options of a client and fills in the defaults.
 *
 * @throws TypeError or RangeError that names the option and what it must be, never the credential
 */
export function readClientOptions(options: OutreachClientOptions): ClientSettings {
  const { retry, token, fetch = (url, init) => globalThis.fetch(url, init), timeoutMs = 30_000 } = options;
  if (typeof token === 'string') checkToken(token);
  const defaults: CallSettings = {
    token: async () => checkToken(typeof token === 'function' ? await token() : token),
    policy: defaultBackoffPolicy,
    budget: createRetryBudget((retry || {}).budget ?? 100),
    networkErrors: true,
    timeoutMs,
    fetch,
    headers: { accept: 'application/json' },
    signal: undefined,
    onRetry: options.onRetry,
  };
  return {
    ...readCallOptions(defaults, options),
    baseUrl: readBaseUrl(options.baseUrl),
    filterPlacement: options.filterPlacement,
  };
}

/**
 * Checks the options of a call and completes them with those of the client.
 *
 * @throws TypeError or RangeError that names the option and what it must be
 */
export function readCallOptions(client: CallSettings, { signal, ...call }: CallOptions): CallSettings {
  const { timeoutMs = client.timeoutMs, retry = {} } = call;
  // What a timer can hold: a longer one would fire at once.
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs >= 2 ** 31) {
    throw new RangeError(`timeoutMs must be a whole number from 1 to 2147483647, not ${timeoutMs}`);
  }
  const { networkErrors = client.networkErrors, ...policy } = retry || { attempts: 1 };
  return {
    ...client,
    timeoutMs,
    headers: mergeHeaders(client.headers, call.headers),
    signal: signal && client.signal ? AbortSignal.any([client.signal, signal]) : (signal ?? client.signal),
    networkErrors,
    policy: completePolicy(policy, client.policy),
  };
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !/[?#]/.test(baseUrl) &&
    !url.username &&
    !url.password
  )
    return url.href.replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl must be an http or https address without user name, password, query or fragment',
  );
}

/** A header with such a value would be refused by fetch, with the value in the message. */
function checkToken(token: unknown): string {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  throw new TypeError(
    "token must be the API key alone: visible ASCII characters, no white space, no 'Bearer' (its value is not shown)",
  );
}

function mergeHeaders(
  defaults: CallSettings['headers'],
  given: CallOptions['headers'],
): CallSettings['headers'] {
  if (given === undefined) return defaults;
  const headers = new Headers(defaults);
  for (const [name, value] of given instanceof Headers ? given : Object.entries(given)) {
    try {
      headers.set(name, value);
    } catch {
      // The error of Headers shows the value, which may be a secret.
      throw new TypeError(`headers: ${JSON.stringify(name)} or its value cannot be sent`);
    }
    if (/^(authorization|content-type)$/i.test(name))
      throw new TypeError(`headers: ${name} is set by the client`);
  }
  return Object.fromEntries(headers);
}
