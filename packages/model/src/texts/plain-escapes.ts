/** Percent-encoding in addresses. */

/**
 * An address with its percent-encoding as RFC 3986, 6.2.2 normalizes it: upper-case hexadecimal digits, and unreserved
 * characters not encoded.
 */
export function withPlainEscapes(address: string): string {
  return address.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}
