/** Archives of a few entries, for tests of what reads them. */
import { Readable } from 'node:stream';
import { archiveOf, type Archive } from '../src/recordings/har/archive.ts';

/** The base address of the server in the archives. */
export const baseUrl = 'https://api.example.com/v2';
/** The address of a list. */
export const list = `${baseUrl}/integrations/api/webhooks`;
const page = { data: [], limit: 20, offset: 0, total: 0, has_more: false };

/** Part of an archive. */
export type Fields = Readonly<Record<string, unknown>>;

/** What differs from an ordinary entry. */
export interface EntryParts {
  readonly method?: string;
  readonly url?: string;
  readonly at?: number;
  readonly request?: Fields;
  readonly response?: Fields;
  readonly content?: Fields;
  readonly entry?: Fields;
}

/** An entry: a page of webhooks, with what differs. */
export function entry({ method = 'GET', url = list, at = 0, ...parts }: EntryParts = {}): Fields {
  const text = JSON.stringify(page);
  return {
    startedDateTime: new Date(1_790_000_000_000 + at).toISOString(),
    time: 10,
    timings: { blocked: 1, dns: -1, connect: 2, ssl: 1, send: 1, wait: 4, receive: 2 },
    request: {
      method,
      url,
      headers: [{ name: 'Authorization', value: 'Bearer abcdefgh1' }],
      bodySize: 0,
      ...parts.request,
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: text.length, mimeType: 'application/json', text, ...parts.content },
      ...parts.response,
    },
    ...parts.entry,
  };
}

/** An archive of these entries. */
export async function archive(...entries: readonly unknown[]): Promise<Archive> {
  return archiveBy('a', ...entries);
}

/** The same by a writer of this name. */
export async function archiveBy(name: string, ...entries: readonly unknown[]): Promise<Archive> {
  return archiveIn(JSON.stringify({ log: { version: '1.2', creator: { name, version: '1' }, entries } }));
}

/** The archive in a text. */
export async function archiveIn(text: string): Promise<Archive> {
  return archiveOf({ har: Readable.from([Buffer.from(text)]), attached: async () => null }, 'a.har');
}
