/** A grammar of malicious text that a target may answer with: for tests of how answers are processed. */
import { array, boolean, constantFrom, integer, oneof, string, tuple, type Arbitrary } from 'fast-check';

/**
 * Credentials of a target, each of a different kind. No 8 consecutive characters of one are letters of the same case.
 */
export const credentials = {
  opaque: 'k7/Qz+2mV9xR4tB8wN3pL6sD1fG5hJ0c',
  hexadecimal: '9f3c1a7e5b2d4806c8e1f7a3b5d90264',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiI3YjFmIiwiaWF0IjoxN30.Q7Zp2xLw9Tn4Vb6Yc8Md1Ks3Rf5Hg0Jt2Ua4Xe6Io8',
} as const;

/** Only in answer headers: the suite does not know that they are secret. */
export const unknownSecrets = {
  'set-cookie': 'sid=S3ss10nOfS0mebody4T0day; Path=/; HttpOnly',
  'x-api-key': 'G4tew4yK3y0fTheT4rget8Y1',
  location: 'https://admin:L0c4t10nP4ssw0rd7Xq2@staging.example.com/?api_key=L0c4t10nK3y9Zw5Rt8',
} as const;

/** Only in fields, header lines and parameters whose names say that they grant access. */
export const namedSecrets = ['N4m3dF13ldS3cr3t7Kp2', '836104729518'] as const;

const secretNames = constantFrom(
  'cookie',
  'Set-Cookie',
  'password',
  'db_password',
  'x-api-key',
  'client_secret',
  'refreshToken',
  'session-token',
);

type Json = string | number | null | { readonly [name: string]: Json } | readonly Json[];

const namedValue: Arbitrary<Json> = constantFrom<Json[]>(
  namedSecrets[0],
  `session=${namedSecrets[0]}; Path=/`,
  `"${namedSecrets[0]}\\`,
  [namedSecrets[0], 'x', [namedSecrets[0]]],
  { nested: { deep: namedSecrets[0], list: [namedSecrets[0]] }, more: null },
  Number(namedSecrets[1]),
);

/** A value that holds a secret in a field whose name says so, at any depth. */
export const valueWithNamedSecret: Arbitrary<Json> = tuple(
  secretNames,
  namedValue,
  array(constantFrom('a', 'headers', '[', 'data'), { maxLength: 4 }),
).map(([name, secret, path]) =>
  path.reduceRight<Json>((inner, step) => (step === '[' ? ['x', inner] : { id: 1, [step]: inner, z: 'y' }), {
    [name]: secret,
  }),
);

type Encoding = (text: string) => string;

const each =
  (write: (code: number) => string): Encoding =>
  (text) =>
    Array.from(text, (one) => write(one.charCodeAt(0))).join('');

const hex = (code: number): string => code.toString(16).padStart(2, '0');

/** Eleven kinds of encodings, some with variants. */
export const encodings: Readonly<Record<string, Encoding>> = {
  'as it is': (text) => text,
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hexadecimal: each(hex),
  'hexadecimal with colons': (text) => each((code) => `:${hex(code).toUpperCase()}`)(text).slice(1),
  'percent-encoded': encodeURIComponent,
  'percent-encoded throughout': each((code) => `%${hex(code)}`),
  'escapes of JSON': each((code) => `\\u00${hex(code)}`),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify({ text })),
  'escapes of programs': each((code) => `\\x${hex(code).toUpperCase()}`),
  'entities of HTML': each((code) => `&#${code};`),
  'hexadecimal entities of HTML': each((code) => `&#x${hex(code)};`),
  'quoted-printable': each((code) => `=${hex(code).toUpperCase()}`),
  'lines of quoted-printable': (text) => text.replaceAll(/.{6}/g, '$&=\r\n'),
  'a list of numbers': (text) => JSON.stringify([...Buffer.from(text)]),
  'UTF-16 in base64': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'what is not seen in between': (text) => Array.from(text).join('\u200B'),
};

const controls = integer({ min: 0, max: 0x9f }).map((code) =>
  String.fromCharCode(code > 0x1f && code < 0x7f ? code + 0x20 : code),
);
const invisible = constantFrom(
  '\u202E',
  '\u202A',
  '\u2066',
  '\u2069',
  '\u200E',
  '\u200F',
  '\u061C',
  '\u200B',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u2028',
  '\u2029',
  '\u00AD',
  '\u115F',
  '\u3164',
  '\uD800',
  '\uDC00',
  '\uFFFE',
  '\u{E0041}',
);
const sequences = constantFrom(
  '\u001B[2J\u001B[H',
  '\u001B]8;;https://evil.example\u0007x\u001B]8;;\u0007',
  '\u001B]0;title\u0007',
  '\u009B31mred',
  '\u001B[32mpass\u001B[39m',
  'a\rb\bc\u007F',
);
const markups = constantFrom(
  '</script><script>document.title="ran"</script>',
  '"><img src=x onerror="document.title=1">',
  "' onmouseover='x' a='",
  ']]></failure></testcase><testcase name="made up"/>',
  '</pre></details></td></tr></table>',
  '<!-- ',
  '<a href="javascript:x">x</a>',
  '&lt;script&gt;&#60;b&#62;',
  '\n\n# made up\n\n',
  '\r\r| a | b |\r|---|---|\r\r',
  '![x](https://evil.example/x.png) [y](https://evil.example)',
  '```\n<https://evil.example>\n```',
);
const commands = constantFrom(
  '\n::error::made up',
  '\r\n  ::add-mask::e',
  '\r::set-output name=a::b',
  '\u2028::warning::made up',
  '##[error]made up',
  ' ##vso[task.complete result=Succeeded]',
  '\n##teamcity[message]',
  '%0A::error::made up',
  '::stop-commands::x',
);

/** A credential, encoded up to twice, after and before a few letters, perhaps cut at either end. */
const hiddenCredential: Arbitrary<string> = tuple(
  constantFrom(...Object.values(credentials)),
  array(constantFrom(...Object.values(encodings)), { minLength: 1, maxLength: 2 }),
  boolean(),
  string({ maxLength: 3, unit: constantFrom('a', 'F', '7', ' ', '"') }),
  integer({ min: -20, max: 20 }),
).map(([credential, chosen, isBearer, beside, cut]) => {
  let text = isBearer ? `Bearer ${credential}` : credential;
  for (const encode of chosen) text = encode(text);
  const part = cut < 0 ? `${text.slice(0, cut)}…` : text.slice(cut);
  return `${beside}${part}${beside}`;
});

/** The same in text: as JSON, a header line, a parameter or the password of an address; encoded once, perhaps cut. */
const namedSecretInText: Arbitrary<string> = tuple(
  oneof(
    valueWithNamedSecret.map((value) => JSON.stringify(value)),
    valueWithNamedSecret.map((value) => JSON.stringify(value, null, 2)),
    secretNames.map((name) => `HTTP/1.1 200 OK\n${name}: ${namedSecrets[0]}\r\nDate: today\n`),
    secretNames.map((name) => `/path?limit=5&${name}=${namedSecrets[0]}&offset=1#x`),
    constantFrom(`postgres://admin:${namedSecrets[0]}@db.example.com:5432/x`),
  ),
  constantFrom(...Object.values(encodings)),
  integer({ min: 0, max: 12 }),
).map(([written, encode, cut]) => {
  const text = encode(written);
  return cut === 0 ? text : `${text.slice(0, -cut)}…`;
});

/** An answer of a malicious target. */
export const hostileText: Arbitrary<string> = array(
  oneof(
    controls,
    invisible,
    sequences,
    markups,
    commands,
    string({ maxLength: 8 }),
    {
      arbitrary: hiddenCredential,
      weight: 3,
    },
    namedSecretInText,
  ),
  { minLength: 1, maxLength: 5 },
).map((parts) => parts.join(''));
