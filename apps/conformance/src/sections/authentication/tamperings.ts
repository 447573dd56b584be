/** Ways to tamper with a real key (AUTH-03). */

/** A key that is taken apart, how a part is read and written, and how the payload is signed anew with HS256. */
interface KeyParts {
  readonly header: string;
  readonly payload: string;
  readonly signature: string;
  readonly bytes: Uint8Array;
  readonly read: (part: string) => Readonly<Record<string, unknown>>;
  readonly write: (content: object) => string;
  readonly signed: (header: string, secret: string) => string;
}

type Tampering = (key: KeyParts) => string;

function partsOf(token: string): KeyParts {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return {
    header,
    payload,
    signature,
    bytes: Buffer.from(signature, 'base64url'),
    read: (part) => JSON.parse(Buffer.from(part, 'base64url').toString()),
    write: (content) =>
      Buffer.from(content instanceof Uint8Array ? content : JSON.stringify(content)).toString('base64url'),
    signed: (anew, secret) => {
      const text = [anew, payload].join('.');
      const hmac = process.getBuiltinModule('node:crypto').createHmac('sha256', secret);
      return [text, hmac.update(text).digest('base64url')].join('.');
    },
  };
}

/** Each works on the parts alone, without outside help, so that its source can go into a `curl` command. */
export const tamperings = {
  'a key with a claim added': ({ header, payload, signature, read, write }) =>
    [header, write({ ...read(payload), admin: true }), signature].join('.'),
  'a key with a later expiry': ({ header, payload, signature, read, write }) => {
    const exp = (Number(read(payload)['exp']) || 4_000_000_000) + 86_400;
    return [header, write({ ...read(payload), exp }), signature].join('.');
  },
  'a key with a byte in the middle of its signature changed': ({ header, payload, bytes, write }) =>
    [header, payload, write(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 64 : byte)))].join(
      '.',
    ),
  'a key with the last byte of its signature changed': ({ header, payload, bytes, write }) =>
    [header, payload, write(bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 128 : byte)))].join(
      '.',
    ),
  'a key with a byte more at the end of its signature': ({ header, payload, bytes, write }) =>
    [header, payload, write(Uint8Array.of(...bytes, 7))].join('.'),
  'a key with a fourth part': ({ header, payload, signature }) => [header, payload, signature, 'x'].join('.'),
  'a key with the letter case of its signature swapped': ({ header, payload, signature }) => {
    const swapped = Array.from(signature, (one) =>
      one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
    );
    return [header, payload, swapped.join('')].join('.');
  },
  'a key with a field added to its header': ({ header, payload, signature, read, write }) =>
    [write({ ...read(header), admin: true }), payload, signature].join('.'),
  // Three bytes are four characters, so the first half of the bytes is also the first half of the text.
  'a key with its signature cut by half': ({ header, payload, bytes, write }) =>
    [header, payload, write(bytes.subarray(0, Math.floor(bytes.length / 6) * 3))].join('.'),
  'a key without its signature': ({ header, payload }) => [header, payload, ''].join('.'),
  'a key cut to its header and payload': ({ header, payload }) => [header, payload].join('.'),
  'a key with `alg: none` and no signature': ({ payload, write }) =>
    [write({ alg: 'none', typ: 'JWT' }), payload, ''].join('.'),
  // Taken by whoever disregards letter case, and by whoever refuses the usual spellings only.
  'a key with `alg: nonE` and no signature': ({ header, payload, read, write }) =>
    [write({ ...read(header), alg: 'nonE' }), payload, ''].join('.'),
  'a key with `alg: NONE` and no signature': ({ header, payload, read, write }) =>
    [write({ ...read(header), alg: 'NONE' }), payload, ''].join('.'),
  'a key with `alg: none` and its old signature': ({ header, payload, signature, read, write }) =>
    [write({ ...read(header), alg: 'none' }), payload, signature].join('.'),
  'a key without an algorithm or a signature': ({ payload, write }) =>
    [write({ typ: 'JWT' }), payload, ''].join('.'),
  'a key with its algorithm swapped': ({ header, payload, signature, read, write }) => {
    const alg = read(header)['alg'] === 'HS512' ? 'HS256' : 'HS512';
    return [write({ ...read(header), alg }), payload, signature].join('.');
  },
  'a key signed anew with HS256 and an empty secret': ({ header, read, write, signed }) =>
    signed(write({ ...read(header), alg: 'HS256' }), ''),
  'a key signed anew with a key that its header brings along': ({ payload, write }) => {
    const { generateKeyPairSync, sign } = process.getBuiltinModule('node:crypto');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signed = [
      write({ alg: 'ES256', typ: 'JWT', jwk: publicKey.export({ format: 'jwk' }) }),
      payload,
    ].join('.');
    return [
      signed,
      write(sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })),
    ].join('.');
  },
} as const satisfies Readonly<Record<string, Tampering>>;

/** Tried on the list only: some implementations of ECDSA take two zeros for a signature of anything. */
export const withZeros: Tampering = ({ header, payload, bytes, write }) =>
  [header, payload, write(new Uint8Array(bytes.length))].join('.');

/** Tried on the list only: some use no secret where they do not know the key, and some read it from a file of its name. */
export const withUnknownKey: Tampering = ({ header, read, write, signed }) =>
  signed(write({ ...read(header), alg: 'HS256', kid: '../../../../../../dev/null' }), '');

/** Tried on the list only: the secret stands in examples, and in services whose owners did not set their own. */
export const withWellKnownSecret: Tampering = ({ write, signed }) =>
  signed(write({ alg: 'HS256', typ: 'JWT' }), 'your-secret-key-change-this-in-production');

/** A key after tampering, and the same as a program for Node.js that reads the key from the environment. */
export function tamperedKey(
  tamper: Tampering,
  token: string,
): { readonly token: string; readonly source: string } {
  return {
    token: tamper(partsOf(token)),
    source: `(${tamper.toString()})((${partsOf.toString()})(process.env.OUTREACH_TOKEN))`,
  };
}
