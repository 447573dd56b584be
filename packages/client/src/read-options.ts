/** Checks the options of a client and of a call before the first request, and fills in the defaults. */
import { completePolicy, defaultBackoffPolicy, mostMs } from './backoff-policy.ts';
import type { CallSettings, ClientSettings } from './call-settings.ts';
import type { CallOptions, OutreachClientOptions, RetryOptions } from './client-options.ts';
import { createClock } from './clock.ts';
import { createLimitGate } from './limit-gate.ts';
import { createRetryBudget } from './retry-budget.ts';
import { identity } from './identity.ts';

/**
 * Checks the options of a client and fills in the defaults.
 *
 * @throws TypeError or RangeError that names the option and what it must be, never the credential
 */
export function readClientOptions(options: OutreachClientOptions): ClientSettings {
  const { retry, token, fetch, random = Math.random, shareLimit = true } = options;
  if (typeof token !== 'function') checkToken(token);
  const clock = createClock(options);
  const defaults: CallSettings = {
    token,
    policy: defaultBackoffPolicy,
    retry: {
      methods: ['GET'],
      statuses: [408, 502, 503, 504],
      networkErrors: true,
      webhookTests: false,
      spreadMs: -1,
    },
    timeoutMs: 30_000,
    deadlineMs: Infinity,
    fetch: fetch ?? (async (url, init) => globalThis.fetch(url, init)),
    fetchOptions: {},
    headers: { accept: 'application/json', ...identity() },
    signal: undefined,
    hooks: options,
    clock,
    random,
    shareLimit,
    shared: {
      gate: createLimitGate(clock, random),
      budget: createRetryBudget((retry || {}).budget ?? 100, clock.now),
      calls: 0,
    },
  };
  return {
    ...readCallOptions(defaults, options),
    baseUrl: readBaseUrl(options.baseUrl, fetch !== undefined),
    filterPlacement: options.filterPlacement,
  };
}

/**
 * Checks the options of a call and completes them with those of the client.
 *
 * @throws TypeError or RangeError that names the option and what it must be
 */
export function readCallOptions(client: CallSettings, { signal, ...call }: CallOptions): CallSettings {
  const { timeoutMs = client.timeoutMs, deadlineMs = client.deadlineMs, retry = {} } = call;
  // What a timer can hold: a longer one would fire at once.
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > mostMs)
    throw new RangeError(`timeoutMs must be a whole number from 1 to ${mostMs}, not ${timeoutMs}`);
  if (deadlineMs !== Infinity && !(deadlineMs >= 1 && deadlineMs <= mostMs))
    throw new RangeError(`deadlineMs must be a number from 1 to ${mostMs}, or Infinity, not ${deadlineMs}`);
  const policy = completePolicy(retry || { attempts: 1 }, client.policy);
  return {
    ...client,
    timeoutMs,
    deadlineMs,
    headers: mergeHeaders(client.headers, call.headers),
    fetchOptions: { ...client.fetchOptions, ...call.fetchOptions },
    signal: signal && client.signal ? AbortSignal.any([client.signal, signal]) : (signal ?? client.signal),
    policy,
    retry: readRules(client.retry, retry || {}, policy.baseDelayMs),
  };
}

function readRules(
  client: CallSettings['retry'],
  call: RetryOptions,
  baseDelayMs: number,
): CallSettings['retry'] {
  const { methods = client.methods, statuses = client.statuses, spreadMs } = call;
  if (!methods.every((method) => /^(GET|PUT|DELETE)$/.test(method)))
    throw new TypeError('retry.methods may hold GET, PUT and DELETE: a POST would act twice');
  const spread = spreadMs ?? (client.spreadMs < 0 ? 10 * baseDelayMs : client.spreadMs);
  if (!(spread >= 0 && spread <= mostMs))
    throw new RangeError(`retry.spreadMs must be a number of at least 0, not ${spread}`);
  return {
    methods,
    statuses,
    networkErrors: call.networkErrors ?? client.networkErrors,
    webhookTests: call.webhookTests ?? client.webhookTests,
    spreadMs: spread,
  };
}

function readBaseUrl(baseUrl: string | URL, hasOwnFetch: boolean): string {
  const text = String(baseUrl);
  const isPath = /^\/(?!\/)/.test(text) && ('location' in globalThis || hasOwnFetch);
  const url = URL.canParse(text, isPath ? 'http://origin' : undefined)
    ? new URL(text, isPath ? 'http://origin' : undefined)
    : null;
  if (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !/[?#]/.test(text) &&
    !url.username &&
    !url.password
  )
    return (isPath ? url.pathname : url.href).replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl must be an http or https address (in a page, also a path) without user name, password, query or fragment',
  );
}

/**
 * Checks a credential: a header with another value would be refused by fetch, with the value in the message.
 *
 * @throws TypeError that does not show it
 */
export function checkToken(token: unknown): string {
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
