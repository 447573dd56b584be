/** Checks the options of a client and of a call before the first request, and fills in the defaults. */
import { completePolicy, defaultBackoffPolicy } from './backoff-policy.ts';
import type { ClientSettings, OwnSettings } from './call-settings.ts';
import type { CallOptions, OutreachClientOptions } from './client-options.ts';
import { checkNumber } from './check-number.ts';
import { createClock } from './clock.ts';
import { definedOf } from './defined-of.ts';
import { identity } from './identity.ts';
import { createLimitGate } from './limit-gate.ts';
import { maskOf } from './masking.ts';
import { createRetryBudget } from './retry-budget.ts';

/**
 * Checks the options of a client and fills in the defaults.
 *
 * @throws TypeError or RangeError that names the option and what it must be, never the credential
 */
export function readClientOptions(options: OutreachClientOptions): ClientSettings {
  const { token, baseUrl, fetch } = options;
  const isText = typeof token !== 'function';
  const headers: Record<string, string> = { accept: 'application/json', ...identity() };
  if (isText) headers['authorization'] = `Bearer ${checkToken(token)}`;
  const settings = readCallOptions<OwnSettings>(
    {
      ...createClock(options),
      token,
      mask: isText ? maskOf(token) : (text) => text,
      retry: {
        ...defaultBackoffPolicy,
        methods: ['GET'],
        statuses: [408, 502, 503, 504],
        networkErrors: true,
        webhookTests: false,
        budget: 100,
      },
      timeoutMs: 30_000,
      deadlineMs: Infinity,
      fetchOptions: {},
      fetch: (url, init) => globalThis.fetch(url, init),
      headers,
      random: Math.random,
    },
    options,
  );
  return {
    ...settings,
    baseUrl: readBaseUrl(baseUrl, fetch !== undefined),
    gate: options.shareLimit === false ? undefined : createLimitGate(settings),
    budget: createRetryBudget(settings.retry.budget, settings.now),
  };
}

/**
 * Checks the options of a call and completes them with those of the client.
 *
 * @throws TypeError or RangeError that names the option and what it must be
 */
export function readCallOptions<Settings extends OwnSettings>(client: Settings, call: CallOptions): Settings {
  const { signal, headers, fetchOptions } = call;
  const retry = completePolicy(call.retry === false ? { attempts: 1 } : call.retry, client.retry);
  const settings = {
    ...client,
    ...definedOf(call),
    headers: mergeHeaders(client.headers, headers),
    fetchOptions: { ...client.fetchOptions, ...fetchOptions },
    signal: signal && client.signal ? AbortSignal.any([client.signal, signal]) : (signal ?? client.signal),
    retry,
  };
  checkNumber('timeoutMs', settings.timeoutMs, 1, true);
  if (settings.deadlineMs !== Infinity) checkNumber('deadlineMs', settings.deadlineMs, 1);
  checkNumber('retry.spreadMs', retry.spreadMs ?? 0, 0);
  if (!retry.methods.every((method) => /^(GET|PUT|DELETE)$/.test(method)))
    throw new TypeError('retry.methods must be of GET, PUT, DELETE: a POST would act twice');
  return settings;
}

function readBaseUrl(given: string | URL, hasOwnFetch: boolean): string {
  const text = String(given);
  const origin =
    text.startsWith('/') && ('location' in globalThis || hasOwnFetch) ? 'http://page' : undefined;
  if (/^(https?:\/)?\/(?!\/)[^?#@]*$/i.test(text) && URL.canParse(text, origin))
    return new URL(text, origin).href.slice(origin?.length ?? 0).replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl must be an http or https address (in a page, also a path) without user, query, fragment',
  );
}

/**
 * Checks a credential: fetch would refuse a header with another value, with the value in the message.
 *
 * @throws TypeError that does not show it
 */
export function checkToken(token: unknown): string {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  throw new TypeError("token must be the API key alone: visible ASCII, no 'Bearer' (its value is not shown)");
}

function mergeHeaders(
  defaults: OwnSettings['headers'],
  given: CallOptions['headers'],
): OwnSettings['headers'] {
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
