/** Checks an identifier before it becomes a piece of a path. */

/**
 * The parameters of a path with an identifier, which stays one piece of it. Its form is up to the server.
 *
 * @throws TypeError where it is no text, empty, `.` or `..` (which would address another resource) or not well formed
 */
export function pathOf(uuid: string): { params: { path: { uuid: string } } } {
  if (typeof uuid === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(uuid))
    return { params: { path: { uuid } } };
  throw new TypeError('uuid must be the identifier of a record, as text');
}
