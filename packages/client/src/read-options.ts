/** Checks the options of a client and of a call before the first request, and fills in the defaults. */
import { completePolicy, defaultBackoffPolicy } from './backoff-policy.ts';
import type { CallSettings, ClientSettings, OwnSettings } from './call-settings.ts';
import { checkNumber } from './check-number.ts';
import type { CallOptions, Fetch, OutreachClientOptions } from './client-options.ts';
import { createClock } from './clock.ts';
import { givenOf } from './given-of.ts';
import { entriesOf } from './entries-of.ts';
import { identity } from './identity.ts';
import { createLimitGate } from './limit-gate.ts';
import { createRetryBudget } from './retry-budget.ts';
import type { RetryRules } from './retry-rules.ts';
import { authorize, checkToken, createTokenSource } from './token.ts';

/** What a call may override; what a client may that `with` creates; and what only a client of its own has. */
const callNames = ['signal', 'timeoutMs', 'deadlineMs', 'headers', 'fetchOptions', 'retry'];
export const sharedNames = ['fetch', 'filterPlacement', 'onRequest', 'onResponse', 'onRetry'];
const ownNames = ['baseUrl', 'token', 'shareLimit', 'now', 'sleep', 'random'];

/**
 * Checks the options of a client and fills in the defaults.
 *
 * @throws TypeError or RangeError that names the option and what it must be, never the credential
 */
export function readClientOptions(options: OutreachClientOptions): ClientSettings {
  const settings = {
    ...readOptions(defaultSettings(), options, [...sharedNames, ...ownNames]),
    ...createClock(options),
  };
  const { token, baseUrl, fetch, shareLimit } = options;
  const credential =
    typeof token === 'function'
      ? { token: createTokenSource(token), mask: (text: string) => text }
      : { token: undefined, mask: authorize(settings.headers, checkToken(token)) };
  const { budget, ...retry } = settings.retry;
  return {
    ...settings,
    ...credential,
    retry,
    baseUrl: readBaseUrl(baseUrl, fetch),
    gate: shareLimit === false ? undefined : createLimitGate(settings),
    budget: createRetryBudget(budget, settings.now),
  };
}

/** Looked up at each call: it may be mocked. */
const globalFetch: Fetch = (url, init) => fetch(url, init);

/** Nothing is given: a client with the defaults. */
function defaultSettings() {
  const retry: RetryRules & { budget: number } = {
    ...defaultBackoffPolicy,
    methods: ['GET'],
    statuses: [408, 502, 503, 504],
    networkErrors: true,
    webhookTests: false,
    spreadMs: undefined,
    budget: 100,
  };
  const headers: Record<string, string> = { accept: 'application/json', ...identity() };
  return {
    random: Math.random,
    retry,
    timeoutMs: 30_000,
    deadlineMs: Infinity,
    fetch: globalFetch,
    fetchOptions: {},
    headers,
    signals: [],
  };
}

/** What can be overridden. */
type Overridable = Pick<
  CallSettings,
  'headers' | 'fetchOptions' | 'signals' | 'retry' | 'timeoutMs' | 'deadlineMs'
>;

/**
 * Checks the options of a call, or of `with`, and completes them with those of the client.
 *
 * @param further - the names of options beyond those of any call
 * @throws TypeError or RangeError that names the option and what it must be
 */
export function readOptions<Settings extends Overridable>(
  client: Settings,
  options: CallOptions,
  further: readonly string[] = [],
): Settings {
  const settings = { ...client, ...givenOf('options', options, [...callNames, ...further]) };
  const { signal, headers, fetchOptions, retry, timeoutMs, deadlineMs } = options;
  // Only what is given is checked: a call must not take longer for its options.
  checkNumber('timeoutMs', timeoutMs, 1, true);
  if (deadlineMs !== Infinity) checkNumber('deadlineMs', deadlineMs, 1);
  settings.headers = headers ? mergeHeaders(client.headers, headers) : client.headers;
  settings.fetchOptions = { ...client.fetchOptions, ...fetchOptions };
  if (signal !== undefined) settings.signals = [...client.signals, checkSignal(signal)];
  settings.retry = retry === undefined ? client.retry : readRetry(retry, client.retry);
  return settings;
}

function readRetry<Rules extends RetryRules>(given: NonNullable<CallOptions['retry']>, client: Rules): Rules {
  const retry = completePolicy(given === false ? { attempts: 1 } : given, client);
  if (retry.methods.every((method) => /^(GET|PUT|DELETE)$/.test(method))) return retry;
  throw new TypeError('retry.methods must be of GET, PUT, DELETE');
}

function checkSignal(signal: AbortSignal): AbortSignal {
  if (typeof signal?.addEventListener === 'function') return signal;
  throw new TypeError('signal must be an AbortSignal: controller.signal');
}

function readBaseUrl(given: string | URL, ownFetch: Fetch | undefined): string {
  const text = String(given);
  // A path, in a page or for a given fetch.
  const origin = ownFetch || 'location' in globalThis ? 'http://page' : undefined;
  if (/^(https?:\/)?\/(?!\/)[^\s?#@]*$/i.test(text) && URL.canParse(text, origin))
    return text.replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl must be an http or https address (in a page, also a path) without user, ? and #',
  );
}

function mergeHeaders(
  defaults: OwnSettings['headers'],
  given: NonNullable<CallOptions['headers']>,
): OwnSettings['headers'] {
  const headers = { ...defaults };
  for (const [name, value] of entriesOf(given)) {
    if (/^(authorization|content-type)$/i.test(name))
      throw new TypeError(`headers: ${name} is set by the client`);
    try {
      for (const [own, text] of new Headers([[name, value]])) headers[own] = text;
    } catch {
      // The error of Headers shows the value, which may be a secret.
      throw new TypeError(`headers: ${JSON.stringify(name)} or its value cannot be sent`);
    }
  }
  return headers;
}
