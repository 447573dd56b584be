/** Distinguishes failures of `fetch` that may pass from those that another attempt would only repeat. */
import { codeOf } from './masking.ts';

/**
 * A connection that was refused, broke off or was not made in time, in the words of Node.js, Bun, Deno and workerd. The
 * last alternative is the message that Node.js gives to any failure: no reason follows.
 */
const passing =
  /E(CONN|PIPE|TIMED|AI_AGAIN|NET|HOST)|_(SOCKET|TIMEOUT)|connection ?(refused|reset|closed|lost|error)|(hang up|terminated|fetch failed)$/i;

/**
 * Whether a failure lasts: a name that does not exist, a blocked port, a certificate, a mistake in the given `fetch`. A
 * page sees the same ("Failed to fetch") for these, for CORS and for a failed network: there, all of it lasts.
 *
 * @param cause - the cause of an error of the client, whose chain of causes ends; undefined for a timeout, which may
 *   pass
 */
export function isLasting(cause: unknown): boolean {
  let chain = '';
  for (let error = cause; error instanceof Error; error = error.cause)
    chain += ` ${codeOf(error)} ${error.message}`;
  // Tools that forbid connections in tests report that with a network error code.
  return cause !== undefined && (!passing.test(chain) || /disallowed/i.test(chain));
}
