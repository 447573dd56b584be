/** Keeps the credential out of whatever is told about a request that failed. */

/** Takes the credential out of a text. */
export type Mask = (text: string) => string;

/** Masks a credential, as it is and percent-encoded. */
export function maskOf(credential: string): Mask {
  const forms = [credential, encodeURIComponent(credential)].filter((form) => form !== '');
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, '[credential]'), text);
}

/** How far a chain of causes is followed: a chain can be a ring. */
const deepestCause = 5;

/**
 * A copy of what was thrown, with message, stack, name and code masked and nothing else: what a fetch throws may
 * carry the request, and with it the credential.
 */
export function maskedCause(cause: unknown, mask: Mask, depth = 0): Error {
  if (!(cause instanceof Error)) return new Error(mask(typeof cause === 'string' ? cause : typeof cause));
  const copy: Error & { code?: string } = new Error(mask(cause.message));
  Object.defineProperty(copy, 'name', { value: mask(cause.name), configurable: true, writable: true });
  Object.defineProperty(copy, 'stack', {
    value: mask(cause.stack ?? ''),
    configurable: true,
    writable: true,
  });
  if ('code' in cause && typeof cause.code === 'string') copy.code = mask(cause.code);
  if (cause.cause !== undefined && depth < deepestCause)
    copy.cause = maskedCause(cause.cause, mask, depth + 1);
  return copy;
}
