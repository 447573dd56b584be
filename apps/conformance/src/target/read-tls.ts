/** Reads the files that `tls` of a target file names. */
import { X509Certificate } from 'node:crypto';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { readText } from './read-text.ts';
import type { TlsFiles } from '@outreach-api/wire/wire-options';

/** `tls` as it is written: paths relative to the target file. */
export type TlsPaths = Partial<Readonly<Record<keyof TlsFiles, string>>>;

/**
 * Reads the files that `tls` of a target file names.
 *
 * @throws ConfigurationError if one cannot be read or used, or the passphrase does not open the key
 */
export async function readTls(file: string, paths: TlsPaths = {}): Promise<TlsFiles> {
  const { passphrase = null } = paths;
  const [ca, cert, key] = await Promise.all([
    readPem(file, 'ca', paths.ca),
    readPem(file, 'cert', paths.cert),
    readPem(file, 'key', paths.key),
  ]);
  if ((cert === null) !== (key === null))
    throw new ConfigurationError(
      `${file}: \`tls.${cert === null ? 'key' : 'cert'}\` is given without \`tls.${cert === null ? 'cert' : 'key'}\``,
    );
  // OpenSSL silently skips damaged certificates of authorities.
  for (const [block] of ca?.matchAll(/-----BEGIN [^]+?-----END [^\n]*/g) ?? [])
    usable(() => new X509Certificate(block), `${file}: \`tls.ca\``);
  if (cert !== null && key !== null) {
    usable(() => createSecureContext({ cert }), `${file}: \`tls.cert\``);
    const opened = passphrase === null ? {} : { passphrase };
    usable(() => createSecureContext({ cert, key, ...opened }), `${file}: \`tls.key\``, passphrase);
  }
  return { ca, cert, key, passphrase };
}

async function readPem(
  file: string,
  field: 'ca' | 'cert' | 'key',
  written: string | undefined,
): Promise<string | null> {
  if (written === undefined) return null;
  const where = path.resolve(path.dirname(file), written);
  const text = await readText(where).catch((error: unknown) => {
    if (error instanceof ConfigurationError)
      throw new ConfigurationError(`${file}: \`tls.${field}\` ${error.message}`);
    throw error;
  });
  const holds = field === 'key' ? 'PRIVATE KEY' : 'CERTIFICATE';
  if (!text.includes(`${holds}-----`))
    throw new ConfigurationError(
      `${file}: \`tls.${field}\` ${where}: it contains no ${holds.toLowerCase()} as PEM (-----BEGIN …${holds}-----)`,
    );
  return text;
}

function usable(use: () => unknown, what: string, passphrase: string | null = null): void {
  try {
    use();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigurationError(`${what} cannot be used: ${faultOf(code, passphrase)}`);
  }
}

/** OpenSSL's codes for a key that it cannot open; without a passphrase it may try an empty one. */
const locked: ReadonlySet<string> = new Set([
  'ERR_OSSL_BAD_DECRYPT',
  'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH',
  'ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED',
  'ERR_MISSING_PASSPHRASE',
]);

function faultOf(code: string, passphrase: string | null): string {
  if (locked.has(code))
    return passphrase === null
      ? 'it is encrypted; give its passphrase as `tls.passphrase`, preferably as "${NAME}" from the environment'
      : 'the passphrase in `tls.passphrase` does not open it';
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH')
    return 'it is not the key of the certificate in `tls.cert`';
  return `it is damaged, or not what belongs there (${code})`;
}
