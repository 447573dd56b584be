/** Other ways to write the uuid of a record that many programs accept as the same (RFC 9562). */

/** Writes a uuid in another way. */
export type UuidSpelling = (uuid: string) => string;

/** By the name that messages use for a request with a uuid in this form. */
export const uuidSpellings = {
  'the uuid in other letters': (uuid: string): string =>
    uuid === uuid.toUpperCase() ? uuid.toLowerCase() : uuid.toUpperCase(),
  'the uuid without hyphens': (uuid: string): string => uuid.replaceAll('-', ''),
} as const satisfies Readonly<Record<string, UuidSpelling>>;
