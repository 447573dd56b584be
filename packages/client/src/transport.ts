/** The only place that uses openapi-fetch: its types do not leave this file. */
import type { paths } from '@outreach-api/types';
import type { Client, ClientPathsWithMethod } from 'openapi-fetch';
import type { AnswerFacts } from './call-facts.ts';
import type { Call } from './call.ts';
import type { ClientSettings } from './call-settings.ts';
import type { CallOptions } from './client-options.ts';
import { exchange } from './exchange.ts';
import { readOptions } from './read-options.ts';

/** The methods of the document. */
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What comes before the identifier in the address of a record. */
type Stem<Path> = Path extends `${infer Before}{uuid}` ? Before : Path;

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
  path: Stem<ClientPathsWithMethod<Client<paths>, Lowercase<Verb>>>,
) => Send;

/** Creates the sender of requests to addresses that begin with a path; `further` names options beyond those of any call. */
export type SendAnything = (method: string, path: string, further?: readonly string[]) => Send;

/** Creates the factory of senders. */
export function createTransport(client: ClientSettings): SendAnything {
  return (method, path, further) => (prepare, read, options, body) => {
    try {
      const url = client.baseUrl + path + prepare();
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
