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
  return (text) =>
    [credential, encodeURIComponent(credential)].reduce(
      (shown, form) => shown.replaceAll(scheme + form, `${scheme}[credential]`),
      text,
    );
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
  if (!(thrown instanceof Error)) return maskedValue(thrown, mask);
  const { message, name, stack = '', cause } = thrown;
  const deeper =
    cause === undefined || depth === 0 ? undefined : { cause: masked(errorOf(cause), mask, depth - 1) };
  const copy = Object.assign(new Error(mask(message), deeper), { name: mask(name), stack: mask(stack) });
  return 'code' in thrown && typeof thrown.code === 'string'
    ? Object.assign(copy, { code: mask(thrown.code) })
    : copy;
}

function maskedValue(value: unknown, mask: Mask): unknown {
  try {
    return JSON.parse(mask(JSON.stringify(value)));
  } catch {
    return typeof value === 'object' ? 'object' : value;
  }
}
