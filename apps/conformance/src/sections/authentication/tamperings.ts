/** Ways to tamper with a real key (AUTH-03). */
/**
 * Ways to tamper with a real key (AUTH-03). Each works on the token alone, without outside help, so its source can
 * go into a `curl` command.
 */
export const tamperings: Readonly<Record<string, (token: string) => string>> = {
  'a key with a claim added': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, admin: true })).toString('base64url');
    return [header, changed, signature].join('.');
  },
  'a key with a later expiry': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const later = (Number(claims.exp) || 4_000_000_000) + 86_400;
    const changed = Buffer.from(JSON.stringify({ ...claims, exp: later })).toString('base64url');
    return [header, changed, signature].join('.');
  },
  'a key with the first byte of its signature changed': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url').map((byte, at) => (at === 0 ? byte ^ 1 : byte));
    return [header, payload, Buffer.from(bytes).toString('base64url')].join('.');
  },
  'a key with a byte in the middle of its signature changed': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url').map((byte, at, all) =>
      at === all.length >> 1 ? byte ^ 64 : byte,
    );
    return [header, payload, Buffer.from(bytes).toString('base64url')].join('.');
  },
  'a key with the last byte of its signature changed': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url').map((byte, at, all) =>
      at === all.length - 1 ? byte ^ 128 : byte,
    );
    return [header, payload, Buffer.from(bytes).toString('base64url')].join('.');
  },
  'a key with a byte more at the end of its signature': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const bytes = Buffer.concat([Buffer.from(signature, 'base64url'), Buffer.from([7])]);
    return [header, payload, bytes.toString('base64url')].join('.');
  },
  'a key with a fourth part': (token) => `${token}.x`,
  'a key with the letter case of its signature swapped': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const swapped = Array.from(signature, (one) =>
      one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
    );
    return [header, payload, swapped.join('')].join('.');
  },
  'a key with a field added to its header': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...fields, admin: true })).toString('base64url');
    return [changed, payload, signature].join('.');
  },
  'a key with its signature cut by half': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    // Three bytes are four characters, so the first half of the bytes is also the first half of the text.
    const half = bytes.subarray(0, Math.floor(bytes.length / 6) * 3);
    return [header, payload, half.toString('base64url')].join('.');
  },
  'a key without its signature': (token) => {
    const [header = '', payload = ''] = token.split('.');
    return `${header}.${payload}.`;
  },
  'a key cut to its header and payload': (token) => token.split('.').slice(0, 2).join('.'),
  'a key with `alg: none` and no signature': (token) => {
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    return `${header}.${token.split('.')[1] ?? ''}.`;
  },
  'a key with `alg: None` and no signature': (token) => {
    const [header = '', payload = ''] = token.split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...fields, alg: 'None' })).toString('base64url');
    return `${changed}.${payload}.`;
  },
  'a key with `alg: NONE` and no signature': (token) => {
    const [header = '', payload = ''] = token.split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...fields, alg: 'NONE' })).toString('base64url');
    return `${changed}.${payload}.`;
  },
  'a key with `alg: none` and its old signature': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...fields, alg: 'none' })).toString('base64url');
    return [changed, payload, signature].join('.');
  },
  'a key with its algorithm swapped': (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
    const alg = fields.alg === 'HS512' ? 'HS256' : 'HS512';
    const changed = Buffer.from(JSON.stringify({ ...fields, alg })).toString('base64url');
    return [changed, payload, signature].join('.');
  },
  'a key signed anew with HS256 and an empty secret': (token) => {
    const [header = '', payload = ''] = token.split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...fields, alg: 'HS256' })).toString('base64url');
    const signed = `${changed}.${payload}`;
    const hmac = process.getBuiltinModule('node:crypto').createHmac('sha256', '');
    return `${signed}.${hmac.update(signed).digest('base64url')}`;
  },
  'a key signed anew with a key that its header brings along': (token) => {
    const { generateKeyPairSync, sign } = process.getBuiltinModule('node:crypto');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const fields = { alg: 'ES256', typ: 'JWT', jwk: publicKey.export({ format: 'jwk' }) };
    const header = Buffer.from(JSON.stringify(fields)).toString('base64url');
    const signed = `${header}.${token.split('.')[1] ?? ''}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  },
};
