/** Checks that the API keys of a target can be keys, and says where one comes from that cannot. */
import { ConfigurationError } from '@outreach-api/wire/configuration-error';

/** The fields of a target file that hold API keys. */
const tokenFields = ['token', 'otherAccountToken', 'expiredToken'] as const;

/** The API keys of a target. */
type Tokens = Readonly<Partial<Record<(typeof tokenFields)[number], string | null>>>;

/** For each field, where its key was found, in words. */
export type TokenSources = Readonly<Partial<Record<(typeof tokenFields)[number], string>>>;

/** Where the keys of a target file come from: the file, or environment variables that it names. */
export function tokenSources(file: string, unexpanded: unknown): TokenSources {
  const fields = typeof unexpanded === 'object' && unexpanded !== null ? unexpanded : {};
  return Object.fromEntries(
    tokenFields.map((field) => {
      const written: unknown = Reflect.get(fields, field);
      const variables =
        typeof written === 'string' ? Array.from(written.matchAll(/\$\{(\w+)\}/g), ([, name]) => name) : [];
      return [
        field,
        variables.length === 0
          ? `\`${field}\` in ${file}`
          : `\`${field}\` in ${file}, from the environment variable ${variables.join(' and ')}`,
      ];
    }),
  );
}

/** The same keys without white space at their ends: a line break is easily stored along with a key. */
export function trimmedTokens<Given extends Tokens>(given: Given): Given {
  const trimmed = tokenFields.flatMap((field) => {
    const token = given[field];
    return typeof token === 'string' ? [[field, token.trim()]] : [];
  });
  return { ...given, ...Object.fromEntries(trimmed) };
}

/**
 * Checks that keys can be sent, and differ where they must.
 *
 * @throws ConfigurationError if not; the message contains no key
 */
export function checkTokens(tokens: Tokens, sources: TokenSources): void {
  const from = (field: (typeof tokenFields)[number]): string => sources[field] ?? `\`${field}\``;
  for (const field of tokenFields) {
    const token = tokens[field];
    if (typeof token !== 'string') continue;
    if (/^bearer\s/i.test(token))
      throw new ConfigurationError(
        `${from(field)} begins with "${token.slice(0, 6)} ": give the key alone, the suite adds the scheme`,
      );
    if (/[^\u0021-\u007E]/.test(token))
      throw new ConfigurationError(
        `${from(field)} has a space, a line break or another character that no API key has`,
      );
  }
  if (typeof tokens.token === 'string' && tokens.otherAccountToken === tokens.token)
    throw new ConfigurationError(
      `${from('otherAccountToken')} is the same key as ${from('token')}; it must be of another account`,
    );
}
