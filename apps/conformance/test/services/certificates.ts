/** A private authority, and certificates signed by it: for tests of TLS. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** PEM files of one authority in a folder. */
export interface Certificates {
  /** Names of the files, relative to the folder. */
  readonly files: {
    readonly ca: string;
    readonly clientCert: string;
    readonly clientKey: string;
    readonly encryptedClientKey: string;
  };
  readonly passphrase: string;
  /** What a server with a certificate of this authority needs. */
  readonly server: { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };
}

/** Creates an authority, and certificates for a server with these names and for a client. */
export async function makeCertificates(folder: string, host: string): Promise<Certificates> {
  const passphrase = 'a passphrase of the tests';
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=CA', '-keyout', 'ca.key', '-out', 'ca.pem');
  const signed = async (name: string, extension: string): Promise<void> => {
    await writeFile(path.join(folder, `${name}.ext`), extension);
    openssl(
      'req',
      '-new',
      ...newKey,
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${name}.ext`];
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-days', '2', '-out', `${name}.pem`);
  };
  await signed('server', `subjectAltName=DNS:${host},IP:127.0.0.1`);
  await signed('client', 'extendedKeyUsage=clientAuth');
  const pass = `pass:${passphrase}`;
  openssl('pkcs8', '-topk8', '-in', 'client.key', '-out', 'client-encrypted.key', '-passout', pass);
  const read = async (name: string): Promise<Buffer> => readFile(path.join(folder, name));
  return {
    files: {
      ca: 'ca.pem',
      clientCert: 'client.pem',
      clientKey: 'client.key',
      encryptedClientKey: 'client-encrypted.key',
    },
    passphrase,
    server: { ca: await read('ca.pem'), cert: await read('server.pem'), key: await read('server.key') },
  };
}
