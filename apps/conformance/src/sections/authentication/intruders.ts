/** All callers that must be refused: without a credential, or with a non-key, a tampered, expired or foreign key. */
import { Unmet } from '@outreach-api/engine';
import { bearer, noCredential, type Credential } from '@outreach-api/model/records/credential';
import type { PathSpelling } from '@outreach-api/model/records/path-spelling';
import type { UuidSpelling } from '@outreach-api/model/records/uuid-spelling';
import { tamperedKey, tamperings, withUnknownKey, withWellKnownSecret, withZeros } from './tamperings.ts';

/** Why a caller lacks permission. */
export type IntruderKind = 'no credential' | 'no key' | 'tampered key' | 'expired key' | 'other account';

/** The part of a session that credentials are made from. */
export interface KeysAtHand {
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
  /**
   * Null if the target's owner has not provided or allowed it.
   *
   * @throws Unmet if it cannot be made from this target's key
   */
  readonly credential: (keys: KeysAtHand) => Credential | null;
  /** How this caller spells a record's uuid; unchanged if not set. */
  readonly spelled?: UuidSpelling;
  /** Set if its path is spelled otherwise, as checks on its text may overlook, or if it has headers of its own. */
  readonly sends?: {
    readonly path?: PathSpelling;
    readonly headers?: Readonly<Record<string, string>>;
  };
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

/** The name of the key of another account that the target's owner provides. */
export const keyOfAnother = 'a key of another account';

/** All but a few. */
export const intruders: readonly Intruder[] = [
  forger(noCredential.name, 'no credential', () => noCredential),
  ...Object.entries(madeUp).map(saying),
  // Schemes other than Bearer: shorter ones, and one of the same length.
  ...['Basic', 'Digest', 'Token'].map(underScheme),
  forger('a forged JWT', 'no key', () => ofSource('a forged JWT', forge(), `(${forge.toString()})()`)),
  ...Object.entries(tamperings).map(tampering),
  keyOf(
    'a key past its 3 years',
    'expired key',
    '$OUTREACH_EXPIRED_TOKEN',
    ({ target }) => target.expiredToken,
  ),
  keyOf(
    keyOfAnother,
    'other account',
    '$OUTREACH_OTHER_ACCOUNT_TOKEN',
    ({ target }) => target.otherAccountToken,
  ),
];

/**
 * Those that also try to list: under schemes that some libraries accept besides Bearer, and with a signature that some
 * take for right. If one is accepted, it is by whatever checks keys.
 */
export const onListsOnly: readonly Intruder[] = [
  ...['JWT', 'ApiKey'].map(underScheme),
  tampering(['a key with zeros for its signature', withZeros]),
  tampering(['a key signed anew with an empty secret, under the name of no key', withUnknownKey]),
  tampering(['a key signed anew with HS256 and a secret of examples', withWellKnownSecret]),
  saying(['a token of three parts that cannot be read', 'Bearer q7Zp2xLw.9Tn4Vb6Y.c8Md1Ks3']),
  forger('the key as user and password under the Basic scheme', 'no key', ({ target }) => ({
    name: 'the key as user and password under the Basic scheme',
    header: `Basic ${btoa(`${target.token}:${target.token}`)}`,
    shell: 'Basic $(printf %s "$OUTREACH_TOKEN:$OUTREACH_TOKEN" | base64 -w0)',
  })),
];

/** Must be refused once it exists: created late in a run, since keys cannot be revoked. */
export const newKeyOfAnother: Intruder = {
  name: 'a key that another account has just made',
  kind: 'other account',
  credential: ({ state }) => state.account.keys.ofAnotherAccount,
};

/** The names of the intruders of a kind. */
export function intrudersOf(kind: IntruderKind): readonly string[] {
  return intruders.filter((intruder) => intruder.kind === kind).map(({ name }) => name);
}

function forger(name: string, kind: IntruderKind, forged: (keys: KeysAtHand) => Credential): Intruder {
  return {
    name,
    kind,
    credential: (keys) => (keys.target.allow.forgedCredentials ? forged(keys) : null),
  };
}

function keyOf(
  name: string,
  kind: IntruderKind,
  shell: string,
  find: (keys: KeysAtHand) => string | null,
): Intruder {
  const credential = (keys: KeysAtHand): Credential | null => {
    const token = find(keys);
    return token === null ? null : bearer(name, token, shell);
  };
  return { name, kind, credential };
}

function saying([name, header]: readonly [string, string]): Intruder {
  return forger(name, 'no key', () => ({ name, header, shell: header }));
}

/** The unchanged key, under a scheme other than Bearer. */
function underScheme(scheme: string): Intruder {
  const name = `the key under the ${scheme} scheme`;
  return forger(name, 'no key', ({ target }) => ({
    name,
    header: `${scheme} ${target.token}`,
    shell: `${scheme} $OUTREACH_TOKEN`,
  }));
}

function tampering([name, tamper]: readonly [string, Parameters<typeof tamperedKey>[0]]): Intruder {
  return forger(name, 'tampered key', ({ target: { token } }) => {
    const isNoJwt = new Unmet('the key of the target file is not a JWT, so it cannot be tampered with');
    // Cutting a one-part token to its first two parts would leave it valid.
    if (token.split('.').length !== 3) throw isNoJwt;
    try {
      const tampered = tamperedKey(tamper, token);
      return ofSource(name, tampered.token, tampered.source);
    } catch {
      throw isNoJwt;
    }
  });
}

/** A bearer credential that the shell makes by running a program. */
function ofSource(name: string, token: string, source: string): Credential {
  const program = source.replaceAll(/\s+/g, ' ').replaceAll("'", '"');
  return { name, header: `Bearer ${token}`, shell: `Bearer $(node -p '${program}')` };
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
