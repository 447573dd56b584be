/** Results as values, for who does not want exceptions. */
import { OutreachError } from './errors.ts';
import type { OutreachFailure } from './errors.ts';

/** How a call ended: with its result, or with an error of the client. */
export type Settled<Result> =
  | { readonly ok: true; readonly data: Result; readonly error?: undefined }
  | { readonly ok: false; readonly error: OutreachFailure; readonly data?: undefined };

/**
 * The end of a call as a value. A failed request is `{ ok: false, error }`; a wrong argument is a mistake in the
 * program and is thrown all the same.
 *
 * @example
 * ```ts
 * const { data, error } = await settle(client.webhooks.list());
 * if (error) console.error(error.message, error.requestId);
 * else console.log(data.total);
 * ```
 *
 * @throws whatever is not an {@link OutreachError}: TypeError or RangeError for an argument
 */
export async function settle<Result>(call: PromiseLike<Result>): Promise<Settled<Result>> {
  try {
    return { ok: true, data: await call };
  } catch (error) {
    if (error instanceof OutreachError) return { ok: false, error };
    throw error;
  }
}
