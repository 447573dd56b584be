/** The only place that uses openapi-fetch: its types do not leave this file. */
import type { paths } from '@outreach-api/types';
import { createFinalURL } from 'openapi-fetch';
import type { Client, ClientPathsWithMethod } from 'openapi-fetch';
import type { Call } from './call.ts';
import type { ClientSettings } from './call-settings.ts';
import type { CallOptions } from './client-options.ts';
import type { AnswerFacts } from './errors.ts';
import { exchange } from './exchange.ts';
import { readCallOptions } from './read-options.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

/**
 * Sends an operation, and reads its answer. Invalid input rejects the call.
 *
 * @param prepare - checks the arguments, and returns what follows the address of the operation, percent-encoded: an
 *   identifier or a query
 */
export type Send = <Result>(
  prepare: () => string,
  read: (answer: AnswerFacts) => Result,
  options: CallOptions | undefined,
  body?: object,
) => Call<Result>;

/** Creates the sender of an operation of the OpenAPI document. */
export type Operate = <Verb extends Method>(
  method: Verb,
  path: ClientPathsWithMethod<Client<paths>, Verb>,
) => Send;

/** Creates the factory of the operations. Their addresses are built here, once, not with each call. */
export function createTransport(client: ClientSettings): Operate {
  return (verb, path) => {
    const method = verb.toUpperCase();
    // Its answer may be that of the webhook's target.
    const isWebhookTest = path.endsWith('/test');
    const address = createFinalURL(path, {
      baseUrl: client.baseUrl,
      params: {},
      querySerializer: () => '',
      pathSerializer: String,
    }).replace('{uuid}', '');
    return (prepare, read, options, body) => {
      try {
        const url = address + prepare();
        const settings = options ? readCallOptions(client, options) : client;
        const call = {
          method,
          url,
          body: body && JSON.stringify(body),
          isWebhookTest,
          mask: settings.mask,
          attempts: 0,
          retryAfterMs: null,
        };
        return exchange(call, settings, read);
      } catch (error) {
        return Promise.reject(error);
      }
    };
  };
}
