/** Finds the base address of the API in the URLs of an archive. */
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { pathsOfApi, type ArchiveEntry } from './archive.ts';

/** A base address, and the number of requests in an archive that went there. */
export interface BaseAddress {
  readonly baseUrl: string;
  readonly requests: number;
}

/** The base addresses of requests to the seven operations, the most frequent first. */
export function baseAddressesIn(entries: readonly ArchiveEntry[]): readonly BaseAddress[] {
  const counts = new Map<string, number>();
  for (const { url } of entries) {
    const at = url.pathname.search(pathsOfApi);
    if (at < 0) continue;
    const baseUrl = `${url.origin}${url.pathname.slice(0, at)}`;
    counts.set(baseUrl, (counts.get(baseUrl) ?? 0) + 1);
  }
  return [...counts]
    .map(([baseUrl, requests]) => ({ baseUrl, requests }))
    .toSorted((one, other) => other.requests - one.requests);
}

/**
 * The base address of an archive: the given one, or that of most requests.
 *
 * @param file - its name, for messages
 * @throws ConfigurationError if no request goes there
 */
export function baseAddressOf(entries: readonly ArchiveEntry[], file: string, named?: string): string {
  const found = baseAddressesIn(entries);
  const wanted = named?.replace(/\/+$/, '');
  const base = wanted === undefined ? found[0] : found.find(({ baseUrl }) => baseUrl === wanted);
  if (base !== undefined) return base.baseUrl;
  const others = found.map(({ baseUrl }) => baseUrl).slice(0, 5);
  throw new ConfigurationError(
    wanted === undefined || others.length === 0
      ? `${file}: none of its ${entries.length} requests is one of the seven operations of the API`
      : `${file}: none of its requests went to ${wanted}, but to ${others.join(' and ')}`,
  );
}
