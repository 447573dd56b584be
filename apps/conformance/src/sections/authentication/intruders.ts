/** All callers that must be refused: without a credential, or with a non-key, a tampered, expired or foreign key. */
import { Unmet } from '../../engine/unmet.ts';
import { bearer, noCredential, type Credential } from '../../credentials/credential.ts';
import { tamperings } from './tamperings.ts';
import { uuidSpellings, type UuidSpelling } from '../../records/uuid-spelling.ts';

/** Why a caller lacks permission. */
export type IntruderKind = 'no credential' | 'no key' | 'tampered key' | 'expired key' | 'other account';

/** The part of a session that credentials are made from. */
interface KeysAtHand {
  readonly target: {
    readonly token: string;
    readonly otherAccountToken: string | null;
    readonly expiredToken: string | null;
    readonly allow: { readonly forgedCredentials: boolean };
  };
  readonly state: { readonly account: { readonly keys: { readonly ofAnotherAccount: Credential | null } } };
}

/** A caller that must be refused. */
export interface Intruder {
  readonly name: string;
  readonly kind: IntruderKind;
  /** @throws Unmet if it cannot be made from this target's credentials */
  readonly credential: (session: KeysAtHand) => Credential;
  /** How this caller spells a record's uuid; unchanged if not set. */
  readonly spelled?: UuidSpelling;
}

const madeUp: Readonly<Record<string, string>> = {
  'random text': 'Bearer q7Zp2xLw9Tn4Vb6Yc8Md1Ks3',
  'an empty bearer credential': 'Bearer ',
  'an empty `Authorization`': '',
  'the word null': 'Bearer null',
  'the word undefined': 'Bearer undefined',
  'no scheme and random text': 'q7Zp2xLw9Tn4Vb6Yc8Md1Ks3',
  'a user and a password under the Basic scheme': 'Basic dXNlcjpwYXNzd29yZA==',
};

const forged: ReadonlySet<IntruderKind> = new Set(['no credential', 'no key', 'tampered key']);

/** Schemes other than Bearer: shorter ones, and one of the same length. */
const schemes: readonly string[] = ['Basic', 'Digest', 'Token'];
const rarerSchemes: readonly string[] = ['JWT', 'ApiKey'];
const asUser = 'the key as the user under the Basic scheme';

const signedByZeros = 'a key with zeros for its signature';

/** All callers that must be refused on every operation. */
export const intruders: readonly Intruder[] = [
  { name: noCredential.name, kind: 'no credential', credential: () => noCredential },
  ...Object.entries(madeUp).map(([name, header]): Intruder => {
    return { name, kind: 'no key', credential: () => ({ name, header, shell: header }) };
  }),
  ...schemes.map(underScheme),
  { name: 'a forged JWT', kind: 'no key', credential: () => ofSource('a forged JWT', forge, '') },
  ...Object.entries(tamperings).map(([name, tamper]): Intruder => {
    return { name, kind: 'tampered key', credential: ({ target }) => tampered(name, tamper, target.token) };
  }),
  {
    name: 'a key past its 3 years',
    kind: 'expired key',
    credential: ({ target }) => {
      if (target.expiredToken === null) throw new Unmet('the target file has no `expiredToken`');
      return bearer('a key past its 3 years', target.expiredToken, '$OUTREACH_EXPIRED_TOKEN');
    },
  },
  {
    name: 'a key of another account',
    kind: 'other account',
    credential: ({ target }) => {
      if (target.otherAccountToken === null) throw new Unmet('the target file has no `otherAccountToken`');
      return bearer('a key of another account', target.otherAccountToken, '$OUTREACH_OTHER_ACCOUNT_TOKEN');
    },
  },
];

/**
 * Those that also try to list: under schemes that some libraries accept besides Bearer, and with a signature that some
 * take for right. If one is accepted, it is by whatever checks keys.
 */
export const intrudersOnLists: readonly Intruder[] = [
  ...intruders,
  ...rarerSchemes.map(underScheme),
  {
    name: signedByZeros,
    kind: 'tampered key',
    credential: ({ target }) => tampered(signedByZeros, withZeros, target.token),
  },
  {
    name: asUser,
    kind: 'no key',
    credential: ({ target }) => ({
      name: asUser,
      header: `Basic ${btoa(`${target.token}:`)}`,
      shell: 'Basic $(printf %s "$OUTREACH_TOKEN:" | base64 -w0)',
    }),
  },
];

/** For each reason, the intruders that would get past different kinds of checks. */
const telling: ReadonlySet<string> = new Set([
  'random text',
  'an empty `Authorization`',
  'the word null',
  'the key under the Basic scheme',
  'a forged JWT',
  'a key with a claim added',
  'a key with the last byte of its signature changed',
  'a key with its signature cut by half',
  'a key without its signature',
  'a key cut to its header and payload',
  'a key with `alg: none` and no signature',
  'a key signed anew with HS256 and an empty secret',
]);

/**
 * Those that try operations with side effects. All others try to list, to read a profile and to create a key: keys
 * are checked by whole services, if not in one place, and every intruder tries each of the three services that
 * way.
 */
export const intrudersOnChanges: readonly Intruder[] = intruders.filter(
  ({ kind, name }) => (kind !== 'no key' && kind !== 'tampered key') || telling.has(name),
);

/** Intruders that spell the record's uuid differently: a check on its text may not apply to its meaning. */
const misspelling: Partial<Record<IntruderKind, readonly (keyof typeof uuidSpellings)[]>> = {
  'no credential': ['the uuid in other letters'],
  'other account': ['the uuid in other letters', 'the uuid without hyphens'],
};

/** All that try to read a record. */
export const intrudersOnRecords: readonly Intruder[] = intruders.flatMap(withSpellings);

/** Those that try to change or delete a record. */
export const intrudersOnRecordChanges: readonly Intruder[] = intrudersOnChanges.flatMap(withSpellings);

/** Those that try to delete one: accepting a uuid without hyphens already shows in reads and updates. */
export const intrudersOnDeletions: readonly Intruder[] = intrudersOnRecordChanges.filter(
  ({ spelled }) => spelled !== uuidSpellings['the uuid without hyphens'],
);

/** Must be refused once it exists: created late in a run, since keys cannot be revoked. */
export const newKeyOfAnother: Intruder = {
  name: 'a key that another account has just made',
  kind: 'other account',
  credential: ({ state }) => {
    const made = state.account.keys.ofAnotherAccount;
    if (made === null) throw new Unmet('another account has created no key');
    return made;
  },
};

/** Those whose credential is missing, made up or tampered with: a lockout or firewall may react to them. */
export const forgers: readonly Intruder[] = intruders.filter(isForger);

/** Whether this intruder's credential is missing, made up or tampered with. */
export function isForger({ kind }: Intruder): boolean {
  return forged.has(kind);
}

/**
 * Checks that the target's owner allows these intruders.
 *
 * @throws Unmet if one of them has a forged credential and `allow.forgedCredentials` is false
 */
export function mustBeAllowed(names: readonly string[], { target }: KeysAtHand): void {
  if (!target.allow.forgedCredentials && names.some((name) => isForger(intruderNamed(name))))
    throw new Unmet('`allow.forgedCredentials` is false');
}

/** The names of the intruders of the given kinds. */
export function intrudersOf(...kinds: readonly IntruderKind[]): readonly string[] {
  return intruders.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
}

/** The intruder with this name. */
export function intruderNamed(name: string): Intruder {
  const found = [...intrudersOnRecords, ...intrudersOnLists, newKeyOfAnother].find(
    (intruder) => intruder.name === name,
  );
  if (found === undefined) throw new RangeError(`there is no intruder «${name}»`);
  return found;
}

/** The unchanged key, under a scheme other than Bearer. */
function underScheme(scheme: string): Intruder {
  const name = `the key under the ${scheme} scheme`;
  return {
    name,
    kind: 'no key',
    credential: ({ target }) => ({
      name,
      header: `${scheme} ${target.token}`,
      shell: `${scheme} $OUTREACH_TOKEN`,
    }),
  };
}

/** An intruder, and the same one with other spellings of a uuid. */
function withSpellings(intruder: Intruder): readonly Intruder[] {
  const spellings = misspelling[intruder.kind] ?? [];
  return [intruder, ...spellings.map((way) => spelling(intruder, way))];
}

function spelling(intruder: Intruder, way: keyof typeof uuidSpellings): Intruder {
  return { ...intruder, name: `${intruder.name} and ${way}`, spelled: uuidSpellings[way] };
}

function tampered(name: string, tamper: (token: string) => string, token: string): Credential {
  const isNoJwt = new Unmet('the key of the target file is not a JWT, so it cannot be tampered with');
  // Cutting a one-part token to its first two parts would leave it valid.
  if (token.split('.').length !== 3) throw isNoJwt;
  try {
    return ofSource(name, tamper, token);
  } catch {
    throw isNoJwt;
  }
}

/** A bearer credential derived from the key by a function; the shell runs the function's own source. */
function ofSource(name: string, make: (token: string) => string, token: string): Credential {
  const source = `(${make.toString()})(process.env.OUTREACH_TOKEN)`
    .replaceAll(/\s+/g, ' ')
    .replaceAll("'", '"');
  return { name, header: `Bearer ${make(token)}`, shell: `Bearer $(node -p '${source}')` };
}

/** Some implementations of ECDSA take two zeros for a signature of anything. */
function withZeros(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { length } = Buffer.from(signature, 'base64url');
  return [header, payload, Buffer.alloc(length).toString('base64url')].join('.');
}

function forge(): string {
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { sub: '1', user_id: 1, team_id: 1, jti: 'forged', exp: 4_000_000_000 },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const hmac = process.getBuiltinModule('node:crypto').createHmac('sha256', 'forged');
  return `${signed}.${hmac.update(signed).digest('base64url')}`;
}
