/** Which `headers` a target file may give. */
import { ConfigurationError } from '@outreach-api/wire/configuration-error';

/** Headers that the suite sets itself, or that the connection needs. */
const own: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const instead: Readonly<Record<string, string>> = {
  authorization: '; the key of the account under test is `token`',
  'proxy-authorization': '; a credential for a proxy belongs in HTTP_PROXY or HTTPS_PROXY',
};

/**
 * Checks that headers can be sent with every request.
 *
 * @param where - the file, for the message
 * @throws ConfigurationError if one has no valid name or value, is given twice, or is the suite's own; the message
 *   contains no value, since that may be a credential
 */
export function checkHeaders(where: string, headers: Readonly<Record<string, string>>): void {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const fault = own.has(lower)
      ? `is a header that the suite sets itself${instead[lower] ?? ''}`
      : !/^[\w!#$%&'*+.^`|~-]+$/.test(name)
        ? 'is not a valid header name'
        : /[^\t\u0020-\u007E\u0080-\u00FF]|^\s|\s$/.test(value)
          ? 'has a line break, a space at either end or another character that is not allowed in a header'
          : names.indexOf(lower) !== names.lastIndexOf(lower)
            ? 'is given twice'
            : null;
    if (fault !== null) throw new ConfigurationError(`${where}: \`headers.${name}\` ${fault}`);
  }
}
