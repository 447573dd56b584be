/** What a method of the client returns: a promise of the result, with the raw answer within reach. */
import { unread } from './errors.ts';
import type { AnswerFacts } from './errors.ts';

const answer: unique symbol = Symbol('answer');

/**
 * A promise of the result; the request is under way already. {@link withResponse} brings the raw answer along. An
 * async function can stand in for a method that returns one.
 */
export interface Call<Result> extends Promise<Result> {
  /** @internal */
  readonly [answer]?: Promise<AnswerFacts>;
}

/** A result with the answer that it was read from. */
export interface ResultWithResponse<Result> {
  data: Result;
  /** The answer as it came; its body can be read once more. */
  response: Response;
  /** How many attempts it took. */
  attempts: number;
}

/** Makes a call of an answer to come and of what reads it. */
export function callOf<Result>(
  answered: Promise<AnswerFacts>,
  read: (answer: AnswerFacts) => Result,
): Call<Result> {
  return Object.assign(answered.then(read), { [answer]: answered });
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
 * @throws what the call throws; TypeError where the promise is not of a client
 */
export async function withResponse<Result>(call: Call<Result>): Promise<ResultWithResponse<Result>> {
  // Waited for first: who takes this promise handles the failure of the other one, too.
  const data = await call;
  const facts = await call[answer];
  if (facts) return { data, response: unread(facts), attempts: facts.attempts };
  throw new TypeError('withResponse takes what a method of the client returned, as it returned it');
}
