/** Checks an identifier before it becomes a piece of a path. */

/**
 * Hands back an identifier that stays one piece of a path. Its form is up to the server.
 *
 * @throws TypeError where it is no text, empty, `.` or `..` (which would address another resource) or not well formed
 */
export function pathUuid(uuid: string): string {
  if (typeof uuid === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(uuid)) return uuid;
  throw new TypeError('uuid must be the identifier of a record, as text');
}
