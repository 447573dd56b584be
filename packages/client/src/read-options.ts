/** Checks the options of a client and of a call before the first request, and fills in the defaults. */
import { completePolicy, defaultBackoffPolicy } from './backoff-policy.ts';
import type { CallSettings, ClientSettings } from './call-settings.ts';
import type { CallOptions, OutreachClientOptions, RetryOptions } from './client-options.ts';
import { checkNumber } from './check-number.ts';
import { createClock } from './clock.ts';
import { identity } from './identity.ts';
import { LimitGate } from './limit-gate.ts';
import { createRetryBudget } from './retry-budget.ts';
import type { RetryRules } from './retry-rules.ts';

/**
 * Checks the options of a client and fills in the defaults.
 *
 * @throws TypeError or RangeError that names the option and what it must be, never the credential
 */
export function readClientOptions(options: OutreachClientOptions): ClientSettings {
  const { retry, token, fetch, random = Math.random, shareLimit = true } = options;
  if (typeof token !== 'function') checkToken(token);
  const clock = createClock(options);
  const policy = defaultBackoffPolicy;
  const { onRequest, onResponse, onRetry } = options;
  const defaults: CallSettings = {
    onRequest,
    onResponse,
    onRetry,
    token,
    policy,
    retry: {
      methods: ['GET'],
      statuses: [408, 502, 503, 504],
      networkErrors: true,
      webhookTests: false,
      spreadMs: 12 * ((retry || {}).baseDelayMs ?? policy.baseDelayMs),
    },
    timeoutMs: 30_000,
    deadlineMs: Infinity,
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    fetchOptions: {},
    headers: { accept: 'application/json', ...identity() },
    signal: undefined,
    clock,
    random,
    shareLimit,
    shared: {
      gate: new LimitGate(clock, random),
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
  checkNumber('timeoutMs', timeoutMs, 1, true);
  if (deadlineMs !== Infinity) checkNumber('deadlineMs', deadlineMs, 1);
  return {
    ...client,
    timeoutMs,
    deadlineMs,
    headers: mergeHeaders(client.headers, call.headers),
    fetchOptions: { ...client.fetchOptions, ...call.fetchOptions },
    signal: signal && client.signal ? AbortSignal.any([client.signal, signal]) : (signal ?? client.signal),
    policy: completePolicy(retry || { attempts: 1 }, client.policy),
    retry: readRules(client.retry, retry || {}),
  };
}

function readRules(client: RetryRules, call: RetryOptions): RetryRules {
  const { methods = client.methods, statuses = client.statuses, spreadMs = client.spreadMs } = call;
  if (!methods.every((method) => /^(GET|PUT|DELETE)$/.test(method)))
    throw new TypeError('retry.methods may hold GET, PUT and DELETE: a POST would act twice');
  return {
    methods,
    statuses,
    networkErrors: call.networkErrors ?? client.networkErrors,
    webhookTests: call.webhookTests ?? client.webhookTests,
    spreadMs: checkNumber('retry.spreadMs', spreadMs, 0),
  };
}

function readBaseUrl(given: string | URL, hasOwnFetch: boolean): string {
  const text = String(given);
  const origin =
    text.startsWith('/') && ('location' in globalThis || hasOwnFetch) ? 'http://page' : undefined;
  if (/^(https?:\/)?\/(?!\/)[^?#@]*$/i.test(text) && URL.canParse(text, origin))
    return new URL(text, origin).href.slice(origin?.length ?? 0).replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl must be an http or https address (in a page, also a path) without user, query or fragment',
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
    if (/^(authorization|content-type)$/i.test(name))
      throw new TypeError(`headers: ${name} is set by the client`);
    try {
      headers.set(name, value);
    } catch {
      // The error of Headers shows the value, which may be a secret.
      throw new TypeError(`headers: ${JSON.stringify(name)} or its value cannot be sent`);
    }
  }
  return Object.fromEntries(headers);
}
