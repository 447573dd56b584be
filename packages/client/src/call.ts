/** What a method of the client returns: a promise of the result that also gives access to the raw answer. */
import { unread } from './call-facts.ts';
import type { CallFacts } from './call-facts.ts';

const facts: unique symbol = Symbol('facts');

/**
 * A promise of the result; the request is already in progress. {@link withResponse} adds the raw answer. An async
 * function can stand in for a method that returns one.
 */
export interface Call<Result> extends Promise<Result> {
  /** @internal */
  [facts]?: CallFacts;
}

/** A result with the answer that it was read from. */
export interface ResultWithResponse<Result> {
  data: Result;
  /** The answer as it came; its body can be read again. */
  response: Response;
  /** How many attempts it took. */
  attempts: number;
}

/** Makes a call from the promise of its result. */
export function callOf<Result>(result: Promise<Result>, call: CallFacts): Call<Result> {
  const promise: Call<Result> = result;
  promise[facts] = call;
  return promise;
}

/**
 * The result of a call together with the raw `Response` of the same request.
 *
 * @example
 * ```ts
 * const { data, response, attempts } = await withResponse(client.webhooks.list({ limit: 5 }));
 * console.log(response.headers.get('date'), attempts, data.total);
 * ```
 *
 * @throws what the call throws; TypeError if the promise is not from a client
 */
export async function withResponse<Result>(call: Call<Result>): Promise<ResultWithResponse<Result>> {
  const data = await call;
  const { response, bytes, attempts = 0 } = call[facts] ?? {};
  if (response && bytes) return { data, response: unread({ response, bytes }), attempts };
  throw new TypeError('withResponse takes what a method of the client returned, as it returned it');
}
