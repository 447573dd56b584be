/** How requests get to the target: directly or through a proxy, with which certificates. */
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { getProxyForUrl } from 'proxy-from-env';
import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { ConfigurationError } from './configuration-error.ts';
import { isLoopback } from './loopback.ts';
import type { Destination, TlsFiles } from './wire-options.ts';
import { largestBody } from './answer-body.ts';

/**
 * Carries requests to a target, within its limits: a pool of connections, directly or through the
 * proxy that the environment names.
 *
 * @throws ConfigurationError if the environment names a proxy in an unreadable form
 */
export function dispatcherFor({ baseUrl, requests, tls }: Destination): Dispatcher {
  const limits = {
    connections: requests.concurrency,
    headersTimeout: requests.timeoutMs,
    bodyTimeout: requests.timeoutMs,
    maxResponseSize: largestBody,
  };
  const proxy = proxyFor(baseUrl);
  const toTarget = { timeout: requests.timeoutMs, ...secured(tls) };
  if (proxy === null) return new Agent({ ...limits, connect: toTarget });
  return new ProxyAgent({
    ...limits,
    uri: proxy.href,
    requestTls: toTarget,
    // The client certificate is for the target alone.
    proxyTls: { timeout: requests.timeoutMs, ...secured({ ...tls, cert: null }) },
    // Undici ignores the limits when it sends through a proxy without a tunnel.
    factory: (origin, options) => new Pool(origin, Object.assign({}, options, limits)),
  });
}

/**
 * The proxy through which a target is reached, by HTTP_PROXY, HTTPS_PROXY and NO_PROXY (or in lower case); null if it
 * is reached directly, as this machine always is.
 *
 * @throws ConfigurationError if the environment names one in an unreadable form
 */
export function proxyFor(baseUrl: string): URL | null {
  const { hostname, protocol } = new URL(baseUrl);
  const proxy = isLoopback(hostname) ? '' : getProxyForUrl(baseUrl);
  if (proxy === '') return null;
  // An unreadable value is not shown: it may hold a password.
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new ConfigurationError(
      `the environment variable ${protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'} is not an http or https address; set it as http://HOST:PORT, or the target in NO_PROXY`,
    );
  return new URL(proxy);
}

/** The certificates to trust in addition to this machine's, and the client certificate; empty if none is given. */
function secured({ ca, cert, key, passphrase }: TlsFiles): { readonly secureContext?: SecureContext } {
  if (ca === null && cert === null) return {};
  const trusted = ca === null ? {} : { ca: [...getCACertificates('default'), ca] };
  const shown = cert === null || key === null ? {} : { cert, key };
  const opened = passphrase === null ? {} : { passphrase };
  return { secureContext: createSecureContext({ ...trusted, ...shown, ...opened }) };
}
