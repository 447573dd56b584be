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
  // One after the other: of several files that cannot be read, it is always the same that is named.
  const ca = await readPem(file, 'ca', paths.ca);
  const cert = await readPem(file, 'cert', paths.cert);
  const key = await readPem(file, 'key', paths.key);
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
    const fault = encrypted.test(key) ? faultOfEncrypted(passphrase) : damaged;
    usable(() => createSecureContext({ cert, key, ...opened }), `${file}: \`tls.key\``, fault);
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

/** @param fault - what is wrong with it, unless the error says more */
function usable(use: () => unknown, what: string, fault = damaged): void {
  try {
    use();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    const found =
      code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
        ? 'it is not the key of the certificate in `tls.cert`'
        : fault;
    throw new ConfigurationError(`${what} cannot be used: ${found} (${code})`);
  }
}

const damaged = 'it is damaged, or not what belongs there';

/** In the header of a key as PEM. What OpenSSL reports of a wrong passphrase depends on what it makes of the key. */
const encrypted = /^-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m;

function faultOfEncrypted(passphrase: string | null): string {
  return passphrase === null
    ? 'it is encrypted; give its passphrase as `tls.passphrase`, preferably as "${NAME}" from the environment'
    : 'the passphrase in `tls.passphrase` does not open it';
}
