/** Keeps the credential out of whatever is reported about a failed request. */

/** Removes the credential from a text. */
export type Mask = (text: string) => string;

/** A shorter credential is not a secret, and its letters are in every text. */
const shortest = 8;

/**
 * Masks a credential, plain and percent-encoded. One of fewer than 8 characters is masked only after its `Bearer`:
 * elsewhere that would remove single letters from words.
 */
export function maskOf(credential: string): Mask {
  const scheme = credential.length < shortest ? 'Bearer ' : '';
  const shown = `${scheme}[credential]`;
  return (text) =>
    text.replaceAll(scheme + credential, shown).replaceAll(scheme + encodeURIComponent(credential), shown);
}

/**
 * The thrown value as an error; for a value that is none, only its kind: an object may contain a body or a credential.
 */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(typeof thrown === 'string' ? thrown : typeof thrown);
}

/**
 * A masked copy of what was thrown. For an error it contains only message, stack, name, code and cause: what a fetch
 * throws may carry the request, and with it the credential. For another value, which may be the reason of an abort, it
 * contains what JSON shows of it.
 *
 * @param depth - how far the chain of causes is followed: it can be a cycle
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

/** The code of an error, if it has one. */
export function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
