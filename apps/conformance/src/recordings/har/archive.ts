/** HTTP archives (HAR 1.2) of browsers, proxies and this suite, as far as they are read here. */
import { JSONParser } from '@streamparser/json';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { unreadable } from '../../target/read-text.ts';
import { openArchive, type ArchiveSource } from './archive-source.ts';

/** An HTTP archive. */
export interface Archive {
  /** Who wrote it, e.g. `WebInspector 537.36`. */
  readonly creator: string;
  readonly entries: readonly ArchiveEntry[];
  /** How many entries could not be read. */
  readonly malformed: number;
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
  /** In upper case. */
  readonly method: string;
  readonly url: URL;
  /** Empty, as the next two, if the address is none of the API's: archives of pages are large. */
  readonly request: JsonObject;
  readonly response: JsonObject;
  /** The whole entry. */
  readonly entry: JsonObject;
}

/** The addresses of the seven operations, below any base address. */
export const pathsOfApi =
  /\/(?:id\/api\/jwt-tokens\/create-api-key|integrations\/api\/webhooks(?:\/[^/]+)?|flows\/api\/sender-profiles\/[^/]+)$/;

/**
 * Reads an archive from a file, entry by entry.
 *
 * @throws ConfigurationError if it cannot be read, or is not an archive
 */
export async function readArchive(file: string): Promise<Archive> {
  const source = await openArchive(file);
  try {
    return await archiveOf(source, file);
  } catch (error) {
    throw error instanceof ConfigurationError ? error : unreadable(file, error);
  } finally {
    source.close();
  }
}

/**
 * Reads an archive.
 *
 * @param file - its name, for messages
 * @throws ConfigurationError if it is not an archive
 */
export async function archiveOf(
  { har, attached }: Pick<ArchiveSource, 'har' | 'attached'>,
  file: string,
): Promise<Archive> {
  let creator = '';
  const entries: ArchiveEntry[] = [];
  const malformed: string[] = [];
  let seen = 0;
  for await (const part of partsOf(har, file)) {
    if (part.of === 'creator') {
      creator = [part.value['name'], part.value['version']]
        .filter((one) => typeof one === 'string')
        .join(' ');
      continue;
    }
    const entry = entryIn(part.value);
    if (typeof entry === 'string') malformed.push(`entry ${seen} ${entry}`);
    else if (entry !== null) entries.push(await withBodies(entry, attached));
    seen += 1;
  }
  if (seen === 0) throw foreign(file, '`log.entries` is missing or empty');
  const [first] = malformed;
  if (first !== undefined && malformed.length === seen) throw foreign(file, first);
  return { creator, entries, malformed: malformed.length };
}

type Part =
  | { readonly of: 'creator'; readonly value: JsonObject }
  | { readonly of: 'entries'; readonly value: unknown };

/** The parts of an archive that matter, one after the other. */
async function* partsOf(har: AsyncIterable<Buffer>, file: string): AsyncGenerator<Part> {
  let parts: Part[] = [];
  let [isEmpty, isBroken] = [true, false];
  // Only these are kept, each until it was passed on.
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.log.creator'], keepStack: false });
  parser.onError = () => {
    isBroken = true;
  };
  parser.onValue = ({ value, stack }) => {
    if (stack.length > 2) parts.push({ of: 'entries', value });
    else if (isRecord(value)) parts.push({ of: 'creator', value });
  };
  for await (const chunk of har) {
    const bytes = isEmpty ? withoutMark(chunk) : chunk;
    isEmpty &&= bytes.toString('latin1').trim() === '';
    if (!isBroken) parser.write(bytes);
    yield* parts;
    parts = [];
  }
  if (isEmpty) throw foreign(file, 'it is empty');
  if (isBroken || !parser.isEnded) throw foreign(file, 'it is not JSON; was it cut?');
}

/** The same without a byte order mark. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(Buffer.from('\uFEFF')) ? bytes.subarray(3) : bytes;
}

/** Null if it is not an HTTP exchange, such as `data:` and `blob:`; why, in words, if it cannot be read. */
function entryIn(entry: unknown): ArchiveEntry | string | null {
  if (!isRecord(entry)) return 'is not an object';
  const { request, response, startedDateTime, timings, connection } = entry;
  if (!isRecord(request)) return 'has no `request`';
  if (!isRecord(response)) return 'has no `response`';
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url))
    return 'has a request without `method` and `url`';
  const startedAt = typeof startedDateTime === 'string' ? Date.parse(startedDateTime) : Number.NaN;
  if (Number.isNaN(startedAt)) return 'has no `startedDateTime`';
  if (!/^https?:/.test(url)) return null;
  const address = new URL(url);
  const isOfApi = pathsOfApi.test(address.pathname);
  return {
    startedAt,
    time: positive(entry['time']),
    timings: new Map(
      Object.entries(isRecord(timings) ? timings : {}).map(([name, ms]) => [name, positive(ms)]),
    ),
    connection: connectionIn(connection, address),
    method: method.toUpperCase(),
    url: address,
    ...(isOfApi ? { request, response, entry } : { request: {}, response: {}, entry: {} }),
  };
}

/** Playwright may keep bodies in files of their own (`_file`). */
async function withBodies(entry: ArchiveEntry, attached: ArchiveSource['attached']): Promise<ArchiveEntry> {
  const read = async (message: JsonObject, name: string): Promise<JsonObject> => {
    const body = message[name];
    if (!isRecord(body) || typeof body['_file'] !== 'string' || typeof body['text'] === 'string')
      return message;
    const bytes = await attached(body['_file']);
    if (bytes === null) return message;
    return { ...message, [name]: { ...body, text: bytes.toString('base64'), encoding: 'base64' } };
  };
  const { request, response } = entry;
  return { ...entry, request: await read(request, 'postData'), response: await read(response, 'content') };
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
