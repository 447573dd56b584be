/** The place where openapi-fetch is used: its types stay in here. */
import type { paths } from '@outreach-api/types';
import { createFinalURL, defaultPathSerializer } from 'openapi-fetch';
import type { Client, ClientPathsWithMethod } from 'openapi-fetch';
import { callOf } from './call.ts';
import type { Call } from './call.ts';
import { readCallOptions } from './client-options.ts';
import type { CallOptions, ClientSettings } from './client-options.ts';
import type { AnswerFacts } from './errors.ts';
import { exchange } from './exchange.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

/** What an operation is called with. */
interface Input {
  params?: { path: { uuid: string } };
  body?: object;
}

/** Sends one operation of the OpenAPI document, and reads its answer. */
export type Send = <Verb extends Method, Result>(
  method: Verb,
  path: ClientPathsWithMethod<Client<paths>, Verb>,
  input: Input,
  read: (answer: AnswerFacts) => Result,
  options: CallOptions | undefined,
  search?: string,
) => Call<Result>;

/** Makes what the operations are sent with. */
export function createTransport(client: ClientSettings): Send {
  const { baseUrl } = client;
  return (method, path, { params = {}, body }, read, options, search = '') => {
    const url = createFinalURL(path, {
      baseUrl,
      params,
      querySerializer: () => search,
      pathSerializer: defaultPathSerializer,
    });
    const request = { method: method.toUpperCase(), url, body: JSON.stringify(body) };
    const settings = options === undefined ? client : readCallOptions(client, options);
    return callOf(exchange(request, settings), read);
  };
}
