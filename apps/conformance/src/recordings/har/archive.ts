/** HTTP archives (HAR 1.2) of browsers, proxies and this suite, as far as they are read here. */
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import { ConfigurationError } from '../../target/configuration-error.ts';
import { readText } from '../../target/read-text.ts';

/** An HTTP archive. */
export interface Archive {
  /** Who wrote it, e.g. `WebInspector 537.36`. */
  readonly creator: string;
  readonly entries: readonly ArchiveEntry[];
}

/** A request in an archive, and its outcome. */
export interface ArchiveEntry {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** In milliseconds; 0 if not recorded. */
  readonly time: number;
  /** In milliseconds, by the name of the part; only the recorded ones. */
  readonly timings: ReadonlyMap<string, number>;
  /** A name of the connection, the same in all its entries; null if not recorded. */
  readonly connection: string | null;
  readonly method: string;
  readonly url: URL;
  readonly request: JsonObject;
  readonly response: JsonObject;
  /** The whole entry. */
  readonly entry: JsonObject;
}

/**
 * Reads an archive from a file.
 *
 * @throws ConfigurationError if it cannot be read, or is not an archive
 */
export async function readArchive(file: string): Promise<Archive> {
  return archiveIn(await readText(file), file);
}

/**
 * Reads the text of an archive.
 *
 * @param file - its name, for messages
 * @throws ConfigurationError if it is not an archive
 */
export function archiveIn(text: string, file: string): Archive {
  const log = logIn(text, file);
  const { entries } = log;
  if (!Array.isArray(entries)) throw foreign(file, '`log.entries` is not a list');
  const { name, version } = isRecord(log['creator']) ? log['creator'] : {};
  const creator = [name, version].filter((part) => typeof part === 'string').join(' ');
  return { creator, entries: entries.flatMap((entry: unknown, at) => entryIn(entry, at, file) ?? []) };
}

function logIn(text: string, file: string): JsonObject {
  let archive: unknown;
  try {
    archive = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw foreign(file, text.trim() === '' ? 'it is empty' : 'it is not JSON; was it cut?');
  }
  if (!isRecord(archive) || !isRecord(archive['log'])) throw foreign(file, '`log` is missing');
  return archive['log'];
}

/** Null if it is not an HTTP exchange, such as `data:` and `blob:`. */
function entryIn(entry: unknown, at: number, file: string): ArchiveEntry | null {
  if (!isRecord(entry)) throw foreign(file, `entry ${at} is not an object`);
  const { request, response, startedDateTime, timings, connection } = entry;
  if (!isRecord(request)) throw foreign(file, `entry ${at} has no \`request\``);
  if (!isRecord(response)) throw foreign(file, `entry ${at} has no \`response\``);
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url))
    throw foreign(file, `the request of entry ${at} has no \`method\` and \`url\``);
  const startedAt = typeof startedDateTime === 'string' ? Date.parse(startedDateTime) : Number.NaN;
  if (Number.isNaN(startedAt)) throw foreign(file, `entry ${at} has no \`startedDateTime\``);
  if (!/^https?:/.test(url)) return null;
  return {
    startedAt,
    time: positive(entry['time']),
    timings: new Map(
      Object.entries(isRecord(timings) ? timings : {}).map(([name, ms]) => [name, positive(ms)]),
    ),
    connection: connectionIn(connection, new URL(url)),
    method,
    url: new URL(url),
    request,
    response,
    entry,
  };
}

/** Firefox records the port of the server, which many connections share. */
function connectionIn(connection: unknown, { protocol, port }: URL): string | null {
  const ofServer = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return typeof connection === 'string' && connection !== '' && connection !== ofServer ? connection : null;
}

/** Archives record -1 for what does not apply. */
function positive(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

function foreign(file: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `${file}: it is not an HTTP archive (HAR 1.2): ${why}. The network panels of browsers, mitmproxy and \`server --har\` write such files`,
  );
}
