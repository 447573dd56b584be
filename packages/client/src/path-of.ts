/** Checks an identifier before it becomes a segment of a path. */

/**
 * An identifier as one segment of a path, percent-encoded. Its form is up to the server.
 *
 * @throws TypeError if it is not text, empty, `.` or `..` (which would address another resource) or not well formed
 */
export function pathOf(uuid: string): string {
  if (typeof uuid === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(uuid)) return encodeURIComponent(uuid);
  throw new TypeError('uuid must be that of a record');
}
