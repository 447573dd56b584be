/** Any operation of the platform by its method and path, for those that the description does not show. */
import type { CallOptions } from './client-options.ts';
import type { OutreachClient } from './outreach-client.ts';
import { entriesOf } from './entries-of.ts';
import { readAnything } from './read-answer.ts';
import type { SendAnything } from './transport.ts';
import { writeQuery } from './write-query.ts';
import type { QueryValue } from './write-query.ts';

/** The method of a request. */
export type RequestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a request has beyond the options of a call. */
export interface RequestOptions extends CallOptions {
  /** The query by name, or as pairs: `queryJson(filter)`, `new URLSearchParams()`. */
  query?:
    | Readonly<Record<string, QueryValue>>
    | Iterable<readonly [name: string, value: QueryValue]>
    | undefined;
  /** Sent as JSON. */
  body?: unknown;
}

/** Creates `client.request`. */
export function createRequest(send: SendAnything): OutreachClient['request'] {
  return (method, path, options) =>
    send(method.toUpperCase(), '', ['query', 'body'])(
      () => writeTarget(path, options?.query),
      readAnything,
      options,
      options?.body,
    );
}

/**
 * The path of a request and its query.
 *
 * @throws TypeError for a path that would lead elsewhere, and the credential with it, or a value that is no text
 */
function writeTarget(path: string, query: RequestOptions['query'] = {}): string {
  if (!/^(?!.*\/(\.|%2e){1,2}(?![^/?]))\/(?!\/)[^\\#\s]*$/i.test(path))
    throw new TypeError('path must begin with one /, percent-encoded, without ., .. or #');
  return path + writeQuery(entriesOf(query), path.includes('?') ? '&' : '?');
}
