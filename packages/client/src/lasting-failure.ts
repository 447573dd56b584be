/** Tells failures of `fetch` that may pass from those that another attempt would only repeat. */
import { codeOf } from './masking.ts';

/**
 * A connection that was refused, broke off or was not made in time, in the words of Node.js, Bun, Deno and workerd. At
 * the end of all, the message that Node.js gives to whatever failed: no reason follows.
 */
const passing =
  /E(CONN|PIPE|TIMED|AI_AGAIN|NET|HOST)|_(SOCKET|TIMEOUT)|connection ?(refused|reset|closed|lost|error)|(hang up|terminated|fetch failed)$/i;

/**
 * Whether a failure lasts: a name that does not exist, a blocked port, a certificate, a mistake in the given `fetch`. A
 * page is told the same ("Failed to fetch") of these, of CORS and of a network that failed: there, all of it lasts.
 *
 * @param cause - the cause of an error of the client, whose chain of causes has an end; undefined where it took too
 *   long, which may pass
 */
export function isLasting(cause: unknown): boolean {
  let told = '';
  for (let error = cause; error instanceof Error; error = error.cause)
    told += ` ${codeOf(error) ?? ''} ${error.message}`;
  // What forbids connections in tests says so with a code of the network.
  return cause !== undefined && (!passing.test(told) || /disallowed/i.test(told));
}
