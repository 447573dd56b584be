/** Copies text that is kept. */

/**
 * The same text in memory of its own: V8 keeps the whole text that a slice was cut from (nodejs/node#25846), a megabyte
 * for its first words.
 */
export function ownCopy(text: string): string {
  // Text of one byte a character would take two in UTF-16.
  const encoding = /[\u0100-\uFFFF]/.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}
