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
  if (credential.length < shortest)
    return (text) => text.replaceAll(`Bearer ${credential}`, 'Bearer [credential]');
  return (text) =>
    // Most texts are shorter than a key: there is nothing to look for.
    text.length < credential.length
      ? text
      : [credential, encodeURIComponent(credential)].reduce(
          (masked, form) => masked.replaceAll(form, '[credential]'),
          text,
        );
}

/**
 * A copy of what was thrown, with message, stack, name and code masked and nothing else: what a fetch throws may
 * carry the request, and with it the credential.
 *
 * @param depth - how far the chain of causes is followed: it can be a ring
 */
export function maskedCause(thrown: unknown, mask: Mask, depth = 5): Error {
  if (!(thrown instanceof Error)) return new Error(mask(typeof thrown === 'string' ? thrown : typeof thrown));
  const { message, name, stack = '', cause } = thrown;
  const deeper =
    cause === undefined || depth === 0 ? undefined : { cause: maskedCause(cause, mask, depth - 1) };
  const copy = Object.assign(new Error(mask(message), deeper), { name: mask(name), stack: mask(stack) });
  return 'code' in thrown && typeof thrown.code === 'string'
    ? Object.assign(copy, { code: mask(thrown.code) })
    : copy;
}

/**
 * The reason of an abort, masked: an error as {@link maskedCause} copies it, text and plain data as they are in JSON,
 * any other value as it is.
 */
export function maskedReason(reason: unknown, mask: Mask): unknown {
  if (reason instanceof Error) return maskedCause(reason, mask);
  if (!/string|object/.test(typeof reason)) return reason;
  try {
    return JSON.parse(mask(JSON.stringify(reason)));
  } catch {
    return maskedCause(reason, mask);
  }
}
