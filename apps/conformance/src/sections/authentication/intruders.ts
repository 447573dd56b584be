/** Everybody who must be refused: no credential, no key, a tampered, expired or foreign key. */
import { Unmet } from '../../engine/unmet.ts';
import { bearer, noCredential, type Credential } from '../../http/credential.ts';
import type { Session } from '../../session/session.ts';
import { tamperings } from './tamperings.ts';
import { uuidSpellings, type UuidSpelling } from '../../records/uuid-spelling.ts';

/** Why a caller may not do what it tries. */
export type IntruderKind = 'no credential' | 'no key' | 'tampered key' | 'expired key' | 'other account';

/** Somebody who must be refused. */
export interface Intruder {
  readonly name: string;
  readonly kind: IntruderKind;
  /** @throws Unmet where this target's credentials do not let one be made */
  readonly credential: (session: Session) => Credential;
  /** How they write the uuid of a record; as it is where not set. */
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

/** Schemes other than Bearer: shorter, and of as many letters. */
const schemes: readonly string[] = ['Basic', 'Digest', 'Token'];
const rarerSchemes: readonly string[] = ['JWT', 'ApiKey'];
const asUser = 'the key as the user under the Basic scheme';

/** Everybody who must be refused, whatever the operation. */
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
 * Who tries to list, too: under schemes that some libraries take beside Bearer. Where one is taken, it is by whatever
 * checks keys.
 */
export const intrudersOnLists: readonly Intruder[] = [
  ...intruders,
  ...rarerSchemes.map(underScheme),
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

/** Of those who may not for one reason, those whom checks of other kinds would let in. */
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
 * Those who try what changes something. All others try to list, to read a profile and to create a key: keys are checked
 * by whole services, if not by one place, and each of the three services is tried by everybody there.
 */
export const intrudersOnChanges: readonly Intruder[] = intruders.filter(
  ({ kind, name }) => (kind !== 'no key' && kind !== 'tampered key') || telling.has(name),
);

/** Whoever writes the uuid of a record in another way: what is asked of its text is not asked of what it means. */
const misspelling: Partial<Record<IntruderKind, readonly (keyof typeof uuidSpellings)[]>> = {
  'no credential': ['the uuid in other letters'],
  'other account': ['the uuid in other letters', 'the uuid without hyphens'],
};

/** Everybody who tries to read a record. */
export const intrudersOnRecords: readonly Intruder[] = intruders.flatMap(withSpellings);

/** Those who try to change or to delete a record. */
export const intrudersOnRecordChanges: readonly Intruder[] = intrudersOnChanges.flatMap(withSpellings);

/** Those who try to delete one: what reads a uuid without hyphens shows in reads and updates. */
export const intrudersOnDeletions: readonly Intruder[] = intrudersOnRecordChanges.filter(
  ({ spelled }) => spelled !== uuidSpellings['the uuid without hyphens'],
);

/** Who must be refused once it is there: late in a run, since keys cannot be revoked. */
export const newKeyOfAnother: Intruder = {
  name: 'a key that another account has just made',
  kind: 'other account',
  credential: ({ state }) => {
    const made = state.account.keys.ofAnotherAccount;
    if (made === null) throw new Unmet('another account has made no key');
    return made;
  },
};

/** Those whose credential is missing, made up or tampered with: a lockout or firewall may react to them. */
export const forgers: readonly Intruder[] = intruders.filter(isForger);

/** Whether the credential of somebody is missing, made up or tampered with. */
export function isForger({ kind }: Intruder): boolean {
  return forged.has(kind);
}

/**
 * Makes sure that the target's owner lets them try.
 *
 * @throws Unmet where one of them has a forged credential, and `allow.forgedCredentials` is false
 */
export function mustBeAllowed(names: readonly string[], { target }: Session): void {
  if (!target.allow.forgedCredentials && names.some((name) => isForger(intruderNamed(name))))
    throw new Unmet('`allow.forgedCredentials` is false');
}

/** The names of the intruders of some kinds. */
export function intrudersOf(...kinds: readonly IntruderKind[]): readonly string[] {
  return intruders.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
}

/** The intruder of a name. */
export function intruderNamed(name: string): Intruder {
  const found = [...intrudersOnRecords, ...intrudersOnLists, newKeyOfAnother].find(
    (intruder) => intruder.name === name,
  );
  if (found === undefined) throw new RangeError(`there is no intruder «${name}»`);
  return found;
}

/** The key as it is, under another scheme than Bearer. */
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

/** Somebody, and the same with other ways to write a uuid. */
function withSpellings(intruder: Intruder): readonly Intruder[] {
  const spellings = misspelling[intruder.kind] ?? [];
  return [intruder, ...spellings.map((way) => spelling(intruder, way))];
}

function spelling(intruder: Intruder, way: keyof typeof uuidSpellings): Intruder {
  return { ...intruder, name: `${intruder.name} and ${way}`, spelled: uuidSpellings[way] };
}

function tampered(name: string, tamper: (token: string) => string, token: string): Credential {
  const isNoJwt = new Unmet('the key of the target file is no JWT, so it cannot be tampered with');
  // Cut to its first two parts, a token of one part is as good as before.
  if (token.split('.').length !== 3) throw isNoJwt;
  try {
    return ofSource(name, tamper, token);
  } catch {
    throw isNoJwt;
  }
}

/** A bearer credential that a function makes of the key; the shell runs the function's own source. */
function ofSource(name: string, make: (token: string) => string, token: string): Credential {
  const source = `(${make.toString()})(process.env.OUTREACH_TOKEN)`
    .replaceAll(/\s+/g, ' ')
    .replaceAll("'", '"');
  return { name, header: `Bearer ${make(token)}`, shell: `Bearer $(node -p '${source}')` };
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
