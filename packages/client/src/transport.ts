/** The only place that uses openapi-fetch: its types do not leave this file. */
import type { paths } from '@outreach-api/types';
import type { Client, ClientPathsWithMethod } from 'openapi-fetch';
import type { AnswerFacts } from './call-facts.ts';
import type { Call } from './call.ts';
import type { ClientSettings } from './call-settings.ts';
import type { CallOptions } from './client-options.ts';
import { exchange } from './exchange.ts';
import { readOptions } from './read-options.ts';

/** As in the document. */
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
  body?: unknown,
) => Call<Result>;

/** Creates the sender of an operation of the OpenAPI document. */
export type Operate = <Verb extends Method>(
  method: Verb,
  path: ClientPathsWithMethod<Client<paths>, Verb>,
) => Send;

/** Creates the factory of the operations. Their addresses are built here, once, not with each call. */
export function createTransport(client: ClientSettings): Operate {
  return (verb, path) => createSend(client, verb, client.baseUrl + path.replace('{uuid}', ''));
}

/**
 * Creates the sender of requests to addresses that begin with this one.
 *
 * @param further - the names of options beyond those of any call
 */
export function createSend(
  client: ClientSettings,
  verb: string,
  address: string,
  further?: readonly string[],
): Send {
  const method = verb.toUpperCase();
  return (prepare, read, options, body) => {
    try {
      const url = address + prepare();
      const settings = options === undefined ? client : readOptions(client, options, further);
      const call = {
        method,
        url,
        body: JSON.stringify(body),
        // Its answer may be that of the webhook's target.
        isWebhookTest: /\/webhooks\/test(?![^?])/.test(url) && method === 'POST',
        mask: settings.mask,
        signals: settings.signals,
        attempts: 0,
        retryAfterMs: null,
      };
      return exchange(call, settings, read);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}
