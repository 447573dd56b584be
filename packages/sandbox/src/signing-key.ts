/** The key pair or secret that API keys are signed with. */
import { createHash, createHmac, createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject, webcrypto } from 'node:crypto';
import type { Dialect } from './dialect/dialect.ts';
import type { Store } from './store/store.ts';

type Algorithm = Dialect['jwtAlgorithm'];

/** What signs and verifies the JWTs of one sandbox. */
export interface SigningKey {
  readonly algorithm: Algorithm;
  /** Distinguishes keys without revealing anything about them. */
  readonly id: string;
  readonly sign: webcrypto.CryptoKey | KeyObject;
  readonly verify: webcrypto.CryptoKey | KeyObject;
  /**
   * The signature of a text, in base64url. Synchronous, unlike jose's: a mock has its credentials as soon as it is
   * created.
   */
  readonly signature: (text: string) => string;
}

// Generating an RSA key takes a tenth of a second: in-memory sandboxes share one for the lifetime of the process. A
// key of one is still refused by another, since each knows the keys it has issued.
let sharedRsaKey: string | undefined;

/**
 * The signing key that belongs to the data, created at first use. An HMAC secret is derived from `secret`; private
 * keys are random and kept in the data file.
 */
export function signingKey(
  store: Store,
  algorithm: Algorithm,
  secret: string | undefined,
  inMemory: boolean,
): SigningKey {
  if (algorithm === 'HS256' || algorithm === 'HS512') {
    const text = secret ?? kept(store, 'secret', () => randomBytes(32).toString('base64url'));
    const secretKey = createSecretKey(createHash('sha512').update(text).digest());
    const [hash, name] = algorithm === 'HS256' ? ['SHA-256', 'sha256'] : ['SHA-512', 'sha512'];
    // Imported once: jose would import a secret again for each request.
    const key = secretKey.toCryptoKey({ name: 'HMAC', hash }, false, ['sign', 'verify']);
    const signature = (signed: string): string =>
      createHmac(name, secretKey).update(signed).digest('base64url');
    return { algorithm, id: idOf(text), sign: key, verify: key, signature };
  }
  const privatePem = kept(store, `private-key-${algorithm}`, () => newPrivateKey(algorithm, inMemory));
  const privateKey = createPrivateKey(privatePem);
  return {
    algorithm,
    id: idOf(privatePem),
    sign: privateKey,
    verify: createPublicKey(privatePem),
    signature: (signed) => privateSignature(signed, algorithm, privateKey),
  };
}

// ES256 in a JWS is r and s side by side (RFC 7518 section 3.4), and Ed25519 hashes by itself.
function privateSignature(text: string, algorithm: Algorithm, key: KeyObject): string {
  const hash = algorithm === 'EdDSA' ? null : 'sha256';
  return sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

function idOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 12);
}

function kept(store: Store, name: string, make: () => string): string {
  const known = store.setting(name);
  if (known !== null) return known;
  const made = make();
  store.keepSetting(name, made);
  return made;
}

function newPrivateKey(algorithm: 'RS256' | 'ES256' | 'EdDSA', inMemory: boolean): string {
  if (algorithm === 'ES256') return pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  if (algorithm === 'EdDSA') return pem(generateKeyPairSync('ed25519').privateKey);
  if (!inMemory) return pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  sharedRsaKey ??= pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  return sharedRsaKey;
}

function pem(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}
