/** All callers that must be refused: without a credential, or with a non-key, a tampered, expired or foreign key. */
import { Unmet } from '@outreach-api/engine';
import { bearer, noCredential, type Credential } from '@outreach-api/model/records/credential';
import type { OperationId } from '@outreach-api/model/records/operation';
import { uuidSpellings, type UuidSpelling } from '@outreach-api/model/records/uuid-spelling';
import { tamperedKey, tamperings, withUnknownKey, withWellKnownSecret, withZeros } from './tamperings.ts';

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
    readonly path?: 'with escapes' | 'with two slashes';
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

/** All but a few: who tries which operation is in {@link intrudersOn}. */
const intruders: readonly Intruder[] = [
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
const onListsOnly: readonly Intruder[] = [
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

/** Each of them would get past a check that is missing on an operation, or that only looks whether there is a key. */
const everywhere: ReadonlySet<string> = new Set([
  noCredential.name,
  'random text',
  'the key under the Basic scheme',
  'a forged JWT',
  'a key with a claim added',
  'a key past its 3 years',
  keyOfAnother,
]);

/** Each of them would get past a check that is often wrong: tried on each of the three services. */
export const onEachService: ReadonlySet<string> = new Set([
  'an empty `Authorization`',
  'the word null',
  'a key with the last byte of its signature changed',
  'a key without its signature',
  'a key cut to its header and payload',
  'a key with `alg: none` and no signature',
  'a key signed anew with HS256 and an empty secret',
  'a key with its algorithm swapped',
]);

/** What those try in turn, besides listing: all list webhooks, which needs no record. */
const otherServices: readonly (readonly OperationId[])[] = [
  ['createApiKey', 'getSenderProfile'],
  ['createApiKey', 'deleteSenderProfile'],
  ['createApiKey', 'updateSenderProfile'],
];

/** What all others try in turn, besides listing. */
const oneMore: readonly (readonly OperationId[])[] = [
  ['updateSenderProfile'],
  ['deleteWebhook'],
  ['createApiKey'],
  ['testWebhook'],
  ['deleteSenderProfile'],
  ['getSenderProfile'],
];

/** Intruders that spell the record's uuid differently: a check on its text may not apply to its meaning. */
const misspelling: Partial<Record<IntruderKind, readonly (keyof typeof uuidSpellings)[]>> = {
  'no credential': ['the uuid in other letters'],
  'other account': ['the uuid in other letters', 'the uuid without hyphens'],
};

/** Who tries which operation without permission. */
export const intrudersOn: Readonly<Record<OperationId, readonly Intruder[]>> = {
  listWebhooks: [...ofNoAccountOn('listWebhooks'), ...onListsOnly],
  createApiKey: ofNoAccountOn('createApiKey'),
  testWebhook: ofNoAccountOn('testWebhook'),
  getSenderProfile: intrudersThatTry('getSenderProfile').flatMap((intruder) => [
    ...withSpellings(intruder),
    ...inOtherWays(intruder),
  ]),
  updateSenderProfile: intrudersThatTry('updateSenderProfile').flatMap(withSpellings),
  deleteWebhook: deletingOn('deleteWebhook'),
  deleteSenderProfile: deletingOn('deleteSenderProfile'),
};

const byName: ReadonlyMap<string, Intruder> = new Map(
  [...Object.values(intrudersOn).flat(), newKeyOfAnother].map((intruder) => [intruder.name, intruder]),
);

function intrudersThatTry(operation: OperationId): readonly Intruder[] {
  const inTurn = (
    isMeant: (name: string) => boolean,
    turns: readonly (readonly OperationId[])[],
  ): readonly Intruder[] =>
    intruders
      .filter(({ name }) => isMeant(name))
      .filter(
        (_, at) => operation === 'listWebhooks' || turns[at % turns.length]?.includes(operation) === true,
      );
  return [
    ...intruders.filter(({ name }) => everywhere.has(name)),
    ...inTurn((name) => onEachService.has(name), otherServices),
    ...inTurn((name) => !everywhere.has(name) && !onEachService.has(name), oneMore),
  ];
}

/** Another account may do as it likes with what is its own. */
function ofNoAccountOn(operation: OperationId): readonly Intruder[] {
  return intrudersThatTry(operation).filter(({ kind }) => kind !== 'other account');
}

/** Accepting a uuid without hyphens already shows in reads and updates. */
function deletingOn(operation: OperationId): readonly Intruder[] {
  return intrudersThatTry(operation)
    .flatMap(withSpellings)
    .filter(({ spelled }) => spelled !== uuidSpellings['the uuid without hyphens']);
}

/** The names of the intruders of a kind. */
export function intrudersOf(kind: IntruderKind): readonly string[] {
  return intruders.filter((intruder) => intruder.kind === kind).map(({ name }) => name);
}

/** The intruder with this name. */
export function intruderNamed(name: string): Intruder {
  const found = byName.get(name);
  if (found === undefined) throw new RangeError(`there is no intruder «${name}»`);
  return found;
}

/** The credential of an intruder. @throws Unmet if the target's owner has not provided or allowed it */
export function credentialOf(name: string, keys: KeysAtHand): Credential {
  const credential = intruderNamed(name).credential(keys);
  if (credential === null) throw new Unmet(`the target file neither provides nor allows ${name}`);
  return credential;
}

/** Whether this intruder's credential is missing, made up or tampered with: a lockout or firewall may react to it. */
export function isForger(name: string): boolean {
  const { kind } = intruderNamed(name);
  return kind !== 'expired key' && kind !== 'other account';
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

/** An intruder, and the same one with other spellings of a uuid. */
function withSpellings(intruder: Intruder): readonly Intruder[] {
  const spellings = misspelling[intruder.kind] ?? [];
  const others = spellings.map((way) => ({
    ...intruder,
    name: `${intruder.name} and ${way}`,
    spelled: uuidSpellings[way],
  }));
  return [intruder, ...others];
}

/** The one without a credential once more, in ways that get past checks: one operation shows what is routed. */
function inOtherWays(intruder: Intruder): readonly Intruder[] {
  if (intruder.kind !== 'no credential') return [];
  const fromInside = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' };
  return [
    { ...intruder, name: `${intruder.name} and an escaped path`, sends: { path: 'with escapes' } },
    { ...intruder, name: `${intruder.name} and two slashes`, sends: { path: 'with two slashes' } },
    { ...intruder, name: `${intruder.name} and a local address`, sends: { headers: fromInside } },
  ];
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
