/** Tells failures of `fetch` that may pass from those that another attempt would only repeat. */

/**
 * A connection that was refused, broke off or was not made in time, in the words of Node.js, Bun, Deno and workerd. At
 * the end of all, the message that Node.js gives to whatever failed: no reason follows.
 */
const passing =
  /ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|ENET|EHOST|_SOCKET|_TIMEOUT|connection ?(refused|reset|closed|lost|error)|(hang up|terminated|fetch failed)$/i;

/**
 * Whether a failure lasts: a name that does not exist, a blocked port, a certificate, a mistake in the given `fetch`. A
 * page is told the same ("Failed to fetch") of these, of CORS and of a network that failed: there, all of it lasts.
 *
 * @param thrown - what `fetch` threw, with its chain of causes, which must have an end
 */
export function isLasting(thrown: Error): boolean {
  const told: string[] = [];
  for (let error: unknown = thrown; error instanceof Error; error = error.cause)
    told.push('code' in error ? String(error.code) : '', error.message);
  // What forbids connections in tests says so with a code of the network.
  return !passing.test(told.join(' ')) || /disallowed/i.test(thrown.message);
}
