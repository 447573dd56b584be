/** Any operation of the platform by its method and path, for those that the description does not show. */
import type { ClientSettings } from './call-settings.ts';
import type { CallOptions } from './client-options.ts';
import type { OutreachClient } from './outreach-client.ts';
import { readAnything } from './read-answer.ts';
import { createSend } from './transport.ts';
import { writeQuery } from './write-query.ts';

/** The method of a request. */
export type RequestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A value of a query; one that is undefined is left out, and each of an array comes under the same name. */
type QueryValue = string | number | boolean | undefined | readonly (string | number | boolean)[];

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
export function createRequest(client: ClientSettings): OutreachClient['request'] {
  return (method, path, options) =>
    createSend(client, method, client.baseUrl, ['query', 'body'])(
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
    throw new TypeError('path must begin with one /, percent-encoded, without dot segments or a fragment');
  const entries = Symbol.iterator in query ? [...query] : Object.entries(query);
  const pairs = entries.flatMap(([name, values]) =>
    (values === undefined ? [] : [values].flat()).map((value): [string, string] => {
      if (typeof value !== 'object' && typeof value !== 'function') return [name, `${value}`];
      throw new TypeError(`query.${name} must be text, a number or a boolean`);
    }),
  );
  return path + writeQuery(pairs, path.includes('?') ? '&' : '?');
}
