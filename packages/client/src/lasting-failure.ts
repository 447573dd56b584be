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
 * @param thrown - what `fetch` threw; undefined where it took too long, which may pass
 */
export function isLasting(thrown: unknown): boolean {
  const told: string[] = [];
  // The chain of causes can be a ring.
  for (let error = thrown; error instanceof Error && told.length < 12; error = error.cause)
    told.push('code' in error ? String(error.code) : '', error.message);
  const text = told.join(' ');
  // What forbids connections in tests says so with a code of the network.
  return thrown !== undefined && (!passing.test(text) || /disallowed/i.test(text));
}
