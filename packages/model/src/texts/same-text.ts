/** Whether two texts are the same, as the statements read it. */

/**
 * Whether two texts are canonically equivalent (Unicode 3.7): a server may keep names and labels in another
 * normalization form than the one in which they were sent.
 */
export function isSameText(a: string, b: string): boolean {
  return a === b || a.normalize() === b.normalize();
}
