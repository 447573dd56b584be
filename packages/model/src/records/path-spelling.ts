/** Other ways to write the path of a request that many programs take for the same. */

/** Writes a path in another way. */
export type PathSpelling = (path: string) => string;

/** By the name that messages use for a request with a path in this form. */
export const pathSpellings = {
  /** The first letters of the path and of `api`: it means the same (RFC 3986, 6.2.2.2). */
  'an escaped path': (path: string): string =>
    path.replaceAll(/(?<=^\/|\/(?=api\/))[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'two slashes': (path: string): string => `/${path}`,
  'a slash at the end': (path: string): string => `${path}/`,
  'a path in capitals': (path: string): string =>
    path.replace(/^(?:\/[a-z-]+)+(?=\/)/, (names) => names.toUpperCase()),
} as const satisfies Readonly<Record<string, PathSpelling>>;
