/** Keeps the credential out of whatever is told about a request that failed. */

/** Takes the credential out of a text. */
export type Mask = (text: string) => string;

/** Below this a credential is no secret, and its letters are in every text. */
const shortest = 8;

/**
 * Masks a credential, as it is and percent-encoded. One of fewer than 8 characters is masked after its `Bearer` only:
 * elsewhere it would take single letters out of words.
 */
export function maskOf(credential: string): Mask {
  const scheme = credential.length < shortest ? 'Bearer ' : '';
  const shown = `${scheme}[credential]`;
  return (text) =>
    text.replaceAll(scheme + credential, shown).replaceAll(scheme + encodeURIComponent(credential), shown);
}

/** What was thrown as an error; of what is none, no more than its kind: an object may hold a body or a credential. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(typeof thrown === 'string' ? thrown : typeof thrown);
}

/**
 * A copy of what was thrown, masked. Of an error it holds message, stack, name, code and cause and nothing else: what a
 * fetch throws may carry the request, and with it the credential. Of another value, which may be the
 * reason of an abort, it holds what JSON shows of it.
 *
 * @param depth - how far the chain of causes is followed: it can be a ring
 */
export function masked(thrown: unknown, mask: Mask, depth = 5): unknown {
  if (!(thrown instanceof Error))
    try {
      return JSON.parse(mask(JSON.stringify(thrown)));
    } catch {
      return typeof thrown === 'object' ? 'object' : thrown;
    }
  const { message, name, stack = '', cause } = thrown;
  const code = codeOf(thrown);
  return Object.assign(
    new Error(
      mask(message),
      depth && cause !== undefined ? { cause: masked(errorOf(cause), mask, depth - 1) } : {},
    ),
    { name: mask(name), stack: mask(stack) },
    code && { code: mask(code) },
  );
}

/** The code of an error, where it has one. */
export function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
